import { AccountRole, type Address, address, type Instruction, type KeyPairSigner } from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { vi } from 'vitest';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { createSigned, getTransfer } from './chain.js';

declare global {
  interface ImportMetaEnv {
    /** Read by the guide's `src/rpc.ts`. */
    readonly VITE_RPC_URL?: string;
  }
}

/** Loads the example's files about payments, with the chain at a URL, or with the default. */
export async function loadShop(url: string | undefined) {
  // `src/rpc.ts` reads the URL when it is loaded, which another file of tests may have done.
  vi.resetModules();
  vi.stubEnv('VITE_RPC_URL', url);
  const { buildPayment, isPayment } = await import('../../docs/example/src/build-payment.js');
  const { findPayment } = await import('../../docs/example/src/find-payment.js');
  const { checkOrder, deny, payOnce } = await import('../../docs/example/src/pay-once.js');
  const { pay } = await import('../../docs/example/src/pay.js');
  vi.resetModules();
  return { buildPayment, isPayment, findPayment, checkOrder, deny, payOnce, pay };
}

export type Shop = Awaited<ReturnType<typeof loadShop>>;

/** Creates an empty `localStorage`, whose keys are its own properties, as a browser's are. */
export function createStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = String(value);
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Storage;
}

/** The example's address and price. */
export const SHOP = address('11111111111111111111111111111112');
export const PRICE = 10_000_000n;

/** Returns a transfer that also names these addresses. */
export function getNaming(
  from: Address,
  to: Address,
  amount: bigint,
  ...named: readonly Address[]
): Instruction {
  const transfer = getTransfer(from, to, amount);
  const accounts = named.map((reference) => ({ address: reference, role: AccountRole.READONLY }));
  return { ...transfer, accounts: [...(transfer.accounts ?? []), ...accounts] };
}

/** Puts a transaction onto the chain, even if it fails there. */
export async function putOnto(
  chain: LiteSvmChain,
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  version: 0 | 1 = 0,
): Promise<void> {
  const wire = encodeBase64(await createSigned(chain, payer, instructions, version));
  await chain.rpc('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
}
