/** Where the plugin's own paths begin on the dev server, whatever the `base` of the dapp is. */
export const MOUNT = '/__mobile-wallet';
/** The script that catches launches: a module of its own, for pages that are not made by this server, too. */
export const CLIENT_PATH = `${MOUNT}/client.js`;
/** Solana's JSON-RPC of the mock wallet's chain. */
export const RPC_PATH = `${MOUNT}/rpc`;
