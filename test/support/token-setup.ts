import { createNoopSigner, type Instruction } from '@solana/kit';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import { findToken, MINTS, WALLETS } from './random-instructions.js';

const [ALICE, BOB] = WALLETS;
const [GOLD, IRON, WRAPPED] = MINTS;

const CREATE_MINTS: readonly Instruction[] = [GOLD, IRON].flatMap((key, index) => [
  system.getCreateAccountInstruction({
    payer: createNoopSigner(ALICE),
    newAccount: createNoopSigner(key),
    lamports: 1_461_600n,
    space: 82,
    programAddress: token.TOKEN_PROGRAM_ADDRESS,
  }),
  token.getInitializeMint2Instruction({
    mint: key,
    decimals: index === 0 ? 6 : 0,
    mintAuthority: ALICE,
    freezeAuthority: index === 0 ? BOB : null,
  }),
]);

/**
 * Returns transactions that put some gold and iron, and a little wrapped SOL, into the hands of the first two
 * wallets.
 */
export async function getSetup(): Promise<readonly (readonly Instruction[])[]> {
  const holdings = await Promise.all(
    [ALICE, BOB].flatMap((owner) =>
      MINTS.map(async (key) => {
        const ata = await findToken(owner, key);
        const open = token.getCreateAssociatedTokenInstruction({
          payer: createNoopSigner(ALICE),
          ata,
          owner,
          mint: key,
        });
        if (key !== WRAPPED) {
          const mintAuthority = createNoopSigner(ALICE);
          return [open, token.getMintToInstruction({ mint: key, token: ata, mintAuthority, amount: 1_000n })];
        }
        const pay = system.getTransferSolInstruction({
          source: createNoopSigner(ALICE),
          destination: ata,
          amount: 500n,
        });
        return [open, pay, token.getSyncNativeInstruction({ account: ata })];
      }),
    ),
  );
  return [CREATE_MINTS, ...holdings];
}
