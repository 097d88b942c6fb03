import { AccountRole, address, generateKeyPairSigner, type Instruction } from '@solana/kit';
import { rpc } from './rpc';

const KEY = 'undecided-payment';

/** Adds an address that no other transaction names to a payment, and keeps it, also for a reload. */
export async function addReference(instruction: Instruction): Promise<Instruction> {
  const { address: reference } = await generateKeyPairSigner();
  localStorage.setItem(KEY, reference);
  const account = { address: reference, role: AccountRole.READONLY };
  return { ...instruction, accounts: [...(instruction.accounts ?? []), account] };
}

/** Returns whether nobody knows yet what became of the last payment. */
export const isPaymentUndecided = () => localStorage.getItem(KEY) !== null;

/** Forgets the payment: it is confirmed, or the wallet said that it sent nothing. */
export const forgetPayment = () => localStorage.removeItem(KEY);

/** Looks for the payment on the chain. `unknown` never means that it was not sent. */
export async function findPayment(): Promise<'paid' | 'failed' | 'unknown'> {
  const reference = localStorage.getItem(KEY);
  if (reference === null) return 'unknown';
  const [found] = await rpc
    .getSignaturesForAddress(address(reference), { limit: 1, commitment: 'confirmed' })
    .send();
  if (!found) return 'unknown';
  forgetPayment();
  return found.err ? 'failed' : 'paid';
}
