import { bundleByVite, DAPPS, findChunks, getFirst, getGzipSize, WEB3JS, withImports } from './bundles.mjs';

/** Measures each import of the built package, bundled and minified by Vite, in bytes after gzip. */
export async function measureSizes() {
  const wallet = await bundleByVite(DAPPS['mobile-wallet-standard']);
  const session = await bundleByVite(DAPPS['mobile-wallet-standard/session']);
  const kit = await bundleByVite(DAPPS['mobile-wallet-standard/kit']);
  const signers = await bundleByVite(
    "import { createAccountSigner, transact } from 'mobile-wallet-standard/kit'; console.log(createAccountSigner, transact);",
  );
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
    'kit with its signers': signers.first,
    'web3js beyond session and web3.js': web3js.first - beside,
    'legacy beyond session and web3.js': legacy.first - beside,
  };
}
