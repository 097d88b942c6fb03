import { AccountRole, type Address, getAddressDecoder, type Instruction } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  assertAddress,
  createTransferForm,
  encodeTransfer,
  findTokenAccount,
  getProgram,
  type PaymentTerms,
  SYSTEM_PROGRAM,
} from './transfer-form.js';

/**
 * Creates a reference for one try of one payment: 32 random bytes, an address that no other transaction
 * names. Where a server ships goods, the server creates it, because whoever sees a reference on the chain may
 * claim it.
 */
export function createReference(): Address {
  return getAddressDecoder().decode(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Returns the instructions that pay: one transfer, which also names the reference. For a token, it comes
 * after an instruction that creates the recipient's token account; it does nothing if there is one, and
 * otherwise the payer pays for it.
 *
 * @throws `INVALID_ARGUMENT`
 */
export async function createTransfer({
  payer,
  ...terms
}: PaymentTerms & Readonly<{ payer: Address }>): Promise<readonly Instruction[]> {
  assertAddress(payer, 'payer');
  const form = await createTransferForm(terms);
  const { recipient, amount, reference, mint } = terms;
  const data = encodeTransfer(form, amount);
  const readonly = (address: Address) => ({ address, role: AccountRole.READONLY });
  const writable = (address: Address) => ({ address, role: AccountRole.WRITABLE });
  const signer = { address: payer, role: AccountRole.WRITABLE_SIGNER };
  if (!mint) {
    const accounts = [signer, writable(recipient), readonly(reference)];
    return [{ programAddress: form.program, accounts, data }];
  }
  const source = await findTokenAccount(payer, mint);
  return [
    {
      programAddress: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [
        signer,
        writable(form.destination),
        ...[recipient, mint.address, SYSTEM_PROGRAM, getProgram(mint)].map(readonly),
      ],
      data: Uint8Array.of(1),
    },
    {
      programAddress: form.program,
      accounts: [
        writable(source),
        readonly(mint.address),
        writable(form.destination),
        { address: payer, role: AccountRole.READONLY_SIGNER },
        readonly(reference),
      ],
      data,
    },
  ];
}
