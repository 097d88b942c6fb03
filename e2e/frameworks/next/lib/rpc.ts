import { createSolanaRpc } from '@solana/kit';

// While you develop and test, the mock wallet's chain. In production, set the variable to the URL of your RPC
// provider.
const url = process.env.NEXT_PUBLIC_RPC_URL ?? 'http://localhost:8477/__mobile-wallet/rpc/devnet';

/** How long the chain may take to answer, in milliseconds. */
export const RPC_MS = 15_000;

export const rpc = createSolanaRpc(url);
