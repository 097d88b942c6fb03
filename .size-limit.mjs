import { bundle, DAPPS, findChunks, getFirst, use, withImports } from './scripts/bundles.mjs';
import { isBuildStale } from './scripts/ensure.mjs';
import { say } from './scripts/process.mjs';

// The most bytes that dapps load, bundled and minified by Vite, then compressed by gzip. A budget is slightly
// above the measured size. Raise it here if a change needs more, and let `npm run bench -- bundles` write
// what is measured into `bench/README.md`. Flows have budgets in `bench/bundles/flow-budgets.ts`.

if (isBuildStale()) {
  say('There is no build of the newest sources. Run: npm run build');
  process.exit(1);
}

const wallet = DAPPS['mobile-wallet-standard'];
const session = DAPPS['mobile-wallet-standard/session'];
const kit = DAPPS['mobile-wallet-standard/kit'];

/**
 * The first load of dapps, some with a module that is loaded later and what it imports; or only the chunks of
 * some modules.
 *
 * @typedef {Readonly<{ later?: string, only?: readonly string[] }>} Part
 * @type {readonly (readonly [string, string, string, Part?])[]}
 */
const CHECKS = [
  ['first load', '5810 B', wallet],
  [
    'links to wallet apps',
    '3550 B',
    wallet,
    { only: ['wallet/open/apps/open-in.js', 'dialogs/app-list.js'] },
  ],
  [
    'choice of a wallet app',
    '2180 B',
    wallet,
    { only: ['wallet/open/apps/choose-app.js', 'wallet/open/apps/wallet-apps.js'] },
  ],
  ['remote by Nostr', '7950 B', wallet, { only: ['dapp/open/nostr.js', 'dapp/open/remote.js'] }],
  ['session', '1630 B', session],
  ['session in use', '21600 B', session, { later: 'transact/create-transact.js' }],
  ['kit', '1630 B', kit],
  ['kit in use', '29930 B', kit, { later: 'transact/kit/codec.js' }],
  ['kit with its signers', '15820 B', use('createAccountSigner, transact', 'mobile-wallet-standard/kit')],
  ['web3js without web3.js', '1655 B', DAPPS['mobile-wallet-standard/web3js']],
  ['legacy without web3.js', '1640 B', DAPPS['mobile-wallet-standard/legacy']],
  ['judging errors', '1800 B', use('getErrorText, isDeclined, sortSend', 'mobile-wallet-standard')],
  [
    'payments',
    '5360 B',
    use('createReference, createTransfer, findPayment', 'mobile-wallet-standard/payments'),
  ],
];

export default await Promise.all(
  CHECKS.map(async ([name, limit, script, { later, only } = {}]) => {
    const outDir = `.cache/size/${name.replaceAll(' ', '-')}`;
    // A dapp on web3.js loads it anyway.
    const chunks = await bundle(script, { outDir, external: ['@solana/web3.js'] });
    const more = later ? withImports(findChunks(chunks, later), chunks) : [];
    const measured = only ? findChunks(chunks, ...only) : [...getFirst(chunks), ...more];
    const path = [...new Set(measured)].map(({ fileName }) => `${outDir}/${fileName}`);
    return { name, limit, path, gzip: true };
  }),
);
