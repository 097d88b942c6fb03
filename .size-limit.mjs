import { bundle, DAPPS, findChunks, getFirst, use, withImports } from './scripts/bundles.mjs';

// The most bytes that dapps load, bundled and minified by Vite, then compressed by gzip. A budget is slightly above the
// measured size. Raise it here if a change needs more. `bench/README.md` compares the sizes with the published packages.

/**
 * @param {string} name
 * @param {string} limit
 * @param {string} script the dapp
 * @param {(chunks: readonly import('./scripts/bundles.mjs').Chunk[]) => Iterable<import('./scripts/bundles.mjs').Chunk>} [choose]
 */
async function check(name, limit, script, choose = getFirst) {
  const outDir = `.cache/size/${name.replaceAll(' ', '-')}`;
  // A dapp on web3.js loads it anyway.
  const chunks = await bundle(script, { outDir, external: ['@solana/web3.js'] });
  const path = [...new Set(choose(chunks))].map(({ fileName }) => `${outDir}/${fileName}`);
  return { name, limit, path, gzip: true };
}

const wallet = DAPPS['mobile-wallet-standard'];
/**
 * Chooses what a page has loaded once its `transact` has opened the wallet app on this device.
 *
 * @param {string} file of the flavour's code
 * @returns {(chunks: readonly import('./scripts/bundles.mjs').Chunk[]) => import('./scripts/bundles.mjs').Chunk[]}
 */
const inUse = (file) => (chunks) => [
  ...getFirst(chunks),
  ...withImports(findChunks(chunks, `flavours/${file}.js`), chunks),
];

export default await Promise.all([
  check('first load', '5990 B', wallet),
  check('local path', '29825 B', wallet, (chunks) => [
    ...getFirst(chunks),
    ...withImports(findChunks(chunks, 'wallet/session/operations.js'), chunks),
  ]),
  check('dialogs', '5300 B', wallet, (chunks) => findChunks(chunks, 'dialogs/index.js')),
  check('code for another device', '6585 B', wallet, (chunks) => findChunks(chunks, 'dialogs/scan.js')),
  check('remote by reflector', '2870 B', wallet, (chunks) =>
    findChunks(chunks, 'dapp/remote.js', 'dapp/reflector.js', 'protocol/intermediary.js'),
  ),
  check('remote by Nostr', '8335 B', wallet, (chunks) =>
    findChunks(chunks, 'dapp/remote.js', 'dapp/nostr.js', 'protocol/intermediary.js'),
  ),
  check('session', '1800 B', DAPPS['mobile-wallet-standard/session']),
  check('session in use', '17895 B', DAPPS['mobile-wallet-standard/session'], inUse('transact')),
  check('kit', '1805 B', DAPPS['mobile-wallet-standard/kit']),
  check('kit in use', '25700 B', DAPPS['mobile-wallet-standard/kit'], inUse('kit-transact')),
  check(
    'kit with its signers',
    '17330 B',
    use('createAccountSigner, transact', 'mobile-wallet-standard/kit'),
  ),
  check('web3js without web3.js', '2335 B', DAPPS['mobile-wallet-standard/web3js']),
  check('legacy without web3.js', '2255 B', DAPPS['mobile-wallet-standard/legacy']),
]);
