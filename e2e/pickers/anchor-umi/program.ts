import { type AnchorProvider, BN, type Idl, Program } from '@coral-xyz/anchor';
import { SystemProgram } from '@solana/web3.js';

/** The system program's transfer, as Anchor describes an instruction. */
const IDL = {
  address: SystemProgram.programId.toBase58(),
  metadata: { name: 'system', version: '1.0.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'transfer',
      discriminator: [2, 0, 0, 0],
      accounts: [
        { name: 'from', writable: true, signer: true },
        { name: 'to', writable: true },
      ],
      args: [{ name: 'lamports', type: 'u64' }],
    },
  ],
} as const satisfies Idl;

/**
 * Returns a call of Anchor that transfers lamports from the account to itself, so that only the fee is spent.
 */
export function transfer(provider: AnchorProvider, lamports: number) {
  const program = new Program<typeof IDL>(IDL, provider);
  const { publicKey } = provider.wallet;
  return program.methods.transfer(new BN(lamports)).accounts({ from: publicKey, to: publicKey });
}
