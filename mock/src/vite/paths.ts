/** Where the plugin's own paths begin on the dev server, whatever the `base` of the dapp is. */
export const MOUNT = '/__mobile-wallet';
/** The script that catches launches: a module of its own, for pages that are not made by this server, too. */
export const CLIENT_PATH = `${MOUNT}/client.js`;
/** Solana's JSON-RPC of the mock wallet's chain. */
export const RPC_PATH = `${MOUNT}/rpc`;

/**
 * The names that may follow {@link RPC_PATH}. They all lead to the same chain: wallet-adapter derives the chain that it
 * asks a wallet for from the words in the URL of the RPC.
 */
const CHAIN_NAMES: readonly string[] = ['mainnet', 'mainnet-beta', 'testnet', 'devnet', 'localnet'];

/** Whether the chain answers at a path of this server. */
export function isRpcPath(pathname: string): boolean {
  if (pathname === RPC_PATH) return true;
  return CHAIN_NAMES.some((name) => pathname === `${RPC_PATH}/${name}`);
}
