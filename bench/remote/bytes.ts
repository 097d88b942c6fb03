import { bundle, DAPPS, findChunks, getFirst, getGzipSize, use } from '../../scripts/bundles.mjs';
import { PEERS } from '../bundles/peers.js';

const PROTOCOL = '@solana-mobile/mobile-wallet-adapter-protocol';

/**
 * Returns rows of bytes after gzip. Our files are those that a dapp with a wallet on another device fetches,
 * one by one. The peer's page fetches everything at once, so its parts are bundled alone, and its first load
 * contains them.
 */
export async function measureRemoteBytes(): Promise<readonly (readonly string[])[]> {
  const chunks = await bundle(DAPPS['mobile-wallet-standard']);
  const eager = getFirst(chunks);
  const own = (module: string): number =>
    getGzipSize(findChunks(chunks, module).filter((chunk) => !eager.includes(chunk)));
  const alone = async (script: string): Promise<number> => getGzipSize(getFirst(await bundle(script)));
  const rows: readonly (readonly [string, number, number])[] = [
    ['first load', await alone(PEERS['mobile-wallet-standard'] ?? ''), getGzipSize(eager)],
    ['sessions, also with a wallet app on this device', 0, own('wallet/calls/operations.js')],
    ['codes and their wallets', 0, own('dapp/open/remote.js')],
    ['dialog with the code', await alone(use('toCanvas', 'qrcode')), own('dialogs/scan.js')],
    ['reflector', await alone(use('startRemoteScenario', PROTOCOL)), own('dapp/open/reflector.js')],
    ['Nostr', await alone(use('startNostrScenario', PROTOCOL)), own('dapp/open/nostr.js')],
  ];
  return rows.map(([what, peer, ours]) => [what, peer ? format(peer) : '–', ours ? format(ours) : '–']);
}

function format(bytes: number): string {
  return bytes.toLocaleString('en');
}
