import { createSolanaRpc } from '@solana/kit';

// While you develop and test, the mock wallet's chain. In production, set VITE_RPC_URL to the URL of your RPC
// provider.
const page = globalThis.location?.href ?? 'http://localhost'; // a server has none, and asks nothing here
const url = import.meta.env.VITE_RPC_URL ?? new URL('/__mobile-wallet/rpc/devnet', page).href;

/** How long the chain may take to answer, in milliseconds. */
export const RPC_MS = 15_000;

export const rpc = createSolanaRpc(url);
