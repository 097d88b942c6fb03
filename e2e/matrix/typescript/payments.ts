import { type Address, createSolanaRpc, type Instruction, type Signature } from '@solana/kit';
import {
  createReference,
  createTransfer,
  findPayment,
  type PaymentTerms,
} from 'mobile-wallet-standard/payments';

const terms = (recipient: Address): PaymentTerms => ({
  recipient,
  amount: 1n,
  reference: createReference(),
  mint: { address: recipient, decimals: 6 },
});
export const build = (payer: Address): Promise<readonly Instruction[]> =>
  createTransfer({ payer, ...terms(payer) });
export async function find(recipient: Address): Promise<Signature | undefined> {
  const found = await findPayment(createSolanaRpc('https://api.devnet.solana.com'), terms(recipient));
  return found.status === 'paid' ? found.signature : undefined;
}
