import { AccountRole, type Address } from '@solana/kit';
import { getTransferSolInstructionDataEncoder } from '@solana-program/system';
import {
  getInitializeMint2InstructionDataEncoder,
  getTransferCheckedInstructionDataEncoder,
  getTransferInstructionDataEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM_ADDRESS } from '../../explain/instructions/program-addresses.js';
import { tryParseInstruction } from './parse-instruction.js';

const SYSTEM = '11111111111111111111111111111111';
const [A, B, C, D, E] = ['A', 'B', 'C', 'D', 'E'];
const AUTHORITY = 'So11111111111111111111111111111111111111112' as Address;

const parse = (program: string, accounts: readonly (string | undefined)[], data: ArrayLike<number>) =>
  tryParseInstruction({
    programAddress: program as Address,
    accounts: accounts.map((address) => ({ address: `${address}` as Address, role: AccountRole.READONLY })),
    data: Uint8Array.from(data),
  });

it.each([
  [
    'a transfer of SOL',
    parse(SYSTEM, [A, B], getTransferSolInstructionDataEncoder().encode({ amount: 5n })),
    { program: 'system', parsed: { type: 'transfer', info: { source: A, destination: B, lamports: 5n } } },
  ],
  [
    'a transfer of tokens',
    parse(TOKEN_PROGRAM_ADDRESS, [A, B, C], getTransferInstructionDataEncoder().encode({ amount: 5n })),
    {
      program: 'spl-token',
      parsed: { type: 'transfer', info: { source: A, destination: B, amount: '5', authority: C } },
    },
  ],
  [
    'a checked transfer of Token-2022 by several signers',
    parse(
      TOKEN_2022_PROGRAM_ADDRESS,
      [A, B, C, D, E],
      getTransferCheckedInstructionDataEncoder().encode({ amount: 1_500_000n, decimals: 6 }),
    ),
    {
      program: 'spl-token',
      parsed: {
        type: 'transferChecked',
        info: {
          source: A,
          mint: B,
          destination: C,
          tokenAmount: { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' },
          multisigAuthority: D,
          signers: [E],
        },
      },
    },
  ],
  [
    'a mint without a freeze authority',
    parse(
      TOKEN_PROGRAM_ADDRESS,
      [A],
      getInitializeMint2InstructionDataEncoder().encode({
        decimals: 6,
        mintAuthority: AUTHORITY,
        freezeAuthority: null,
      }),
    ),
    {
      program: 'spl-token',
      parsed: { type: 'initializeMint2', info: { mint: A, decimals: 6, mintAuthority: AUTHORITY } },
    },
  ],
  [
    'an authority that is given up',
    parse(TOKEN_PROGRAM_ADDRESS, [A, B], [6, 0, 0]),
    {
      program: 'spl-token',
      parsed: {
        type: 'setAuthority',
        info: { mint: A, authorityType: 'mintTokens', newAuthority: null, authority: B },
      },
    },
  ],
  [
    'a fee for transfers that is set up',
    parse(TOKEN_2022_PROGRAM_ADDRESS, [A], [26, 0, 0, 0, 50, 0, 136, 19, 0, 0, 0, 0, 0, 0]),
    {
      program: 'spl-token',
      parsed: {
        type: 'initializeTransferFeeConfig',
        info: { mint: A, transferFeeBasisPoints: 50, maximumFee: 5_000n },
      },
    },
  ],
  [
    'a memo',
    parse('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [A], encodeUtf8('Hello')),
    { program: 'spl-memo', parsed: 'Hello' },
  ],
  ['a memo that is no text', parse('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [], [128]), undefined],
  ['one that lacks an account', parse(SYSTEM, [A], [2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]), undefined],
  ['one that does not exist', parse(TOKEN_PROGRAM_ADDRESS, [A], [200]), undefined],
  ['one of another program', parse('Other', [A], [1]), undefined],
])('parses %s as a validator does', (_, parsed, expected) => {
  expect(parsed).toEqual(expected);
});
