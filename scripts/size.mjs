import { bundleByVite, DAPPS, findChunks, getFirst, getGzipSize, WEB3JS, withImports } from './bundles.mjs';
import { Failure, runMain, say } from './process.mjs';

/**
 * The most bytes of each import, bundled and minified by Vite, then compressed by gzip. A budget is slightly above the
 * measured size. Raise it here if a change needs more. `bench/README.md` compares the sizes with the published packages.
 */
const BUDGETS = {
  'first load': 6_210,
  'local path': 26_800,
  dialogs: 4_420,
  'code for another device': 6_180,
  'remote by reflector': 2_420,
  'remote by Nostr': 7_880,
  session: 15_690,
  kit: 23_430,
  'web3js beyond session and web3.js': 300,
  'legacy beyond session and web3.js': 300,
};

/** @returns {Promise<Record<keyof typeof BUDGETS, number>>} */
async function measure() {
  const wallet = await bundleByVite(DAPPS['mobile-wallet-standard']);
  const session = await bundleByVite(DAPPS['mobile-wallet-standard/session']);
  const kit = await bundleByVite(DAPPS['mobile-wallet-standard/kit']);
  const web3js = await bundleByVite(DAPPS['mobile-wallet-standard/web3js']);
  const legacy = await bundleByVite(DAPPS['mobile-wallet-standard/legacy']);
  const beside = session.first + (await bundleByVite(WEB3JS)).first;
  const first = getFirst(wallet.chunks);
  const local = withImports(findChunks(wallet.chunks, 'wallet/session/operations.js'), wallet.chunks);
  const find = (/** @type {string} */ module) => findChunks(wallet.chunks, module);
  const findRemote = (/** @type {string} */ transport) =>
    ['dapp/remote.js', `dapp/${transport}.js`, 'protocol/intermediary.js'].flatMap(find);
  const sum = (/** @type {typeof first} */ chunks) =>
    [...new Set(chunks)].reduce((bytes, { code }) => bytes + getGzipSize(code), 0);
  return {
    'first load': wallet.first,
    'local path': sum([...first, ...local]),
    dialogs: sum(find('dialogs/index.js')),
    'code for another device': sum(find('dialogs/scan.js')),
    'remote by reflector': sum(findRemote('reflector')),
    'remote by Nostr': sum(findRemote('nostr')),
    session: session.first,
    kit: kit.first,
    'web3js beyond session and web3.js': web3js.first - beside,
    'legacy beyond session and web3.js': legacy.first - beside,
  };
}

await runMain(async () => {
  const sizes = await measure();
  const over = Object.entries(sizes).filter(([name, bytes]) => {
    const budget = BUDGETS[/** @type {keyof typeof BUDGETS} */ (name)];
    say(`${name}: ${bytes} of ${budget} bytes`);
    return bytes > budget;
  });
  if (over.length > 0) throw new Failure(`Over budget: ${over.map(([name]) => name).join(', ')}`);
});
