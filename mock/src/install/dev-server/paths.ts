/** The path under which the plugin answers on the dev server, regardless of the dapp's `base`. */
export const MOUNT = '/__mobile-wallet';
/** The script that catches launches. Pages that another server renders can load it, too. */
export const CLIENT_PATH = `${MOUNT}/client.js`;
/** The page that plays a wallet on another device. */
export const WALLET_PATH = `${MOUNT}/wallet/`;
/** Answers test runners. */
export const API_PATH = `${MOUNT}/api`;
/** Serves Solana's JSON-RPC of the mock wallet's chain. */
export const RPC_PATH = `${MOUNT}/rpc`;

/**
 * The last part names the same chain in any case: by it, wallet-adapter guesses the chain to ask a wallet
 * for.
 */
const RPC_PATHS: ReadonlySet<string> = new Set(
  ['', '/mainnet', '/mainnet-beta', '/testnet', '/devnet', '/localnet'].map((name) => `${RPC_PATH}${name}`),
);

/** Whether the chain's RPC is at a path of this server. */
export function isRpcPath(pathname: string): boolean {
  return RPC_PATHS.has(pathname);
}
