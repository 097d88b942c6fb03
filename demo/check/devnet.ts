import { address, createSolanaRpc, lamports } from '@solana/kit';
import { WALLET_PLACE } from '../place.js';

// Not the demo's own chain, because a static demo simulates that, and this page is for wallet apps.

export const CHAIN = 'solana:devnet' as const;

const rpc = createSolanaRpc(
  WALLET_PLACE === 'server'
    ? new URL('/__mobile-wallet/rpc/devnet', location.href).href
    : 'https://api.devnet.solana.com',
);
/** Enough for the fee of a transaction, and for the rent that keeps an account. */
const NEEDED = 1_000_000n;
const GIFT = lamports(10_000_000n);

/** Returns the latest blockhash, and the slot from which on nodes know it. */
export async function getBlockhash() {
  const { value, context } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  return { lifetime: value, minContextSlot: Number(context.slot) };
}

/** Asks the faucet for test SOL if an account has none. Returns what the user has to know. Never rejects. */
export async function fund(account: string): Promise<string> {
  try {
    const { value } = await rpc.getBalance(address(account), { commitment: 'confirmed' }).send();
    if (value >= NEEDED) return '';
    await rpc.requestAirdrop(address(account), GIFT, { commitment: 'confirmed' }).send();
    return 'The faucet was asked for test SOL. Wait some seconds before you press.';
  } catch {
    return `This account has no test SOL, and the faucet gave none: get some at faucet.solana.com, or skip.`;
  }
}
