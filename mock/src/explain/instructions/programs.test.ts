import type { Instruction } from '@solana/kit';
import { AddressLookupTableProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import {
  getRequestHeapFrameInstruction,
  getRequestUnitsInstruction,
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
  getSetLoadedAccountsDataSizeLimitInstruction,
} from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import { expect, describe as group, it } from 'vitest';
import {
  ACCOUNT,
  createInstruction,
  describe,
  ME,
  OTHER,
  PROGRAM,
  shortenAll,
  signer,
  THIEF,
  u32,
  u64,
} from '../../../../test/support/instructions.js';
import type { Warning } from '../warnings.js';
import { UPGRADEABLE_LOADER_ADDRESS } from './program-addresses.js';

const key = (text: string) => new PublicKey(text);
const table = { lookupTable: key(ACCOUNT), authority: key(ME) };

function convert({ programId, keys, data }: TransactionInstruction): Instruction {
  return createInstruction(
    programId.toBase58(),
    keys.map(({ pubkey }) => pubkey.toBase58()),
    data,
  );
}

const upgrade = (kind: number, accounts: readonly string[], data: readonly number[] = []) =>
  createInstruction(UPGRADEABLE_LOADER_ADDRESS, accounts, [...u32(kind), ...data]);
const [createTable, tableAddress] = AddressLookupTableProgram.createLookupTable({
  authority: key(ME),
  payer: key(ME),
  recentSlot: 5,
});

group('an instruction of a small program', () => {
  it.each([
    [
      'Memo (version 4)',
      'Memo "Grüße\\n\\u0007"',
      getAddMemoInstruction({ memo: 'Grüße\n\u0007', signers: [signer] }),
    ],
    ['Compute Budget', 'Request a heap of 65,536 bytes', getRequestHeapFrameInstruction({ bytes: 65_536 })],
    [
      'Compute Budget',
      'Limit compute units to 5,000, and pay 7 lamports more',
      getRequestUnitsInstruction({ units: 5_000, additionalFee: 7 }),
    ],
    [
      'Compute Budget',
      'Limit compute units to 200,000',
      getSetComputeUnitLimitInstruction({ units: 200_000 }),
    ],
    [
      'Compute Budget',
      'Pay 1,000 micro-lamports per compute unit',
      getSetComputeUnitPriceInstruction({ microLamports: 1_000n }),
    ],
    [
      'Compute Budget',
      'Limit loaded account data to 9,000 bytes',
      getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: 9_000 }),
    ],
    ['Address Lookup Table', `Create lookup table ${tableAddress} for ${ME}`, convert(createTable)],
    [
      'Address Lookup Table',
      `Add 2 addresses to lookup table ${ACCOUNT}`,
      convert(AddressLookupTableProgram.extendLookupTable({ ...table, addresses: [key(ME), key(OTHER)] })),
    ],
    [
      'Address Lookup Table',
      `Add 1 address to lookup table ${ACCOUNT}`,
      convert(AddressLookupTableProgram.extendLookupTable({ ...table, addresses: [key(ME)] })),
    ],
    [
      'Address Lookup Table',
      `Stop using lookup table ${ACCOUNT}`,
      convert(AddressLookupTableProgram.deactivateLookupTable(table)),
    ],
    [
      'Address Lookup Table',
      `Close lookup table ${ACCOUNT}`,
      convert(AddressLookupTableProgram.closeLookupTable({ ...table, recipient: key(ME) })),
    ],
    ['BPF Upgradeable Loader', `Set up buffer ${ACCOUNT} for a program`, upgrade(0, [ACCOUNT, ME])],
    [
      'BPF Upgradeable Loader',
      `Write 3 bytes of a program to buffer ${ACCOUNT}`,
      upgrade(1, [ACCOUNT, ME], [...u32(900), ...u64(3n), 1, 2, 3]),
    ],
    [
      'BPF Upgradeable Loader',
      `Deploy program ${PROGRAM} from buffer ${OTHER}, which ${ME} can upgrade`,
      upgrade(2, [ME, ACCOUNT, PROGRAM, OTHER, OTHER, OTHER, OTHER, ME], u64(5n)),
    ],
    [
      'BPF Upgradeable Loader',
      `Upgrade program ${PROGRAM} from buffer ${OTHER}`,
      upgrade(3, [ACCOUNT, PROGRAM, OTHER, ME, OTHER, OTHER, ME]),
    ],
    ['BPF Upgradeable Loader', `Let ${ME} upgrade the program at ${ACCOUNT}`, upgrade(7, [ACCOUNT, ME, ME])],
    ['BPF Upgradeable Loader', `Close buffer ${ACCOUNT}`, upgrade(5, [ACCOUNT, ME, ME])],
    [
      'BPF Upgradeable Loader',
      `Give program ${PROGRAM} 1,000 bytes more`,
      upgrade(6, [ACCOUNT, PROGRAM], u32(1_000)),
    ],
    [
      'BPF Upgradeable Loader',
      `Give program ${PROGRAM} 1,000 bytes more`,
      upgrade(9, [ACCOUNT, PROGRAM, ME], u32(1_000)),
    ],
    [
      'BPF Upgradeable Loader',
      `Move program ${PROGRAM} to the next loader`,
      upgrade(8, [ACCOUNT, PROGRAM, ME]),
    ],
  ])('of %s is described without a warning: %s', (programName, text, instruction) => {
    expect(describe(instruction)).toEqual({ programName, text: shortenAll(text) });
  });

  it.each<[text: string, instruction: Instruction, ...warnings: Partial<Warning>[]]>([
    [
      `Close lookup table ${ACCOUNT}`,
      convert(AddressLookupTableProgram.closeLookupTable({ ...table, recipient: key(THIEF) })),
      {
        code: 'close-account',
        level: 'caution',
        text: `This closes the account ${ACCOUNT} for good, and gives all its SOL to ${THIEF}.`,
        receiver: THIEF,
      },
    ],
    [
      `Let nobody change lookup table ${ACCOUNT} any more`,
      convert(AddressLookupTableProgram.freezeLookupTable(table)),
      {
        code: 'give-up-authority',
        level: 'caution',
        text: `After this, nobody can ever change or close the lookup table ${ACCOUNT} again.`,
      },
    ],
    ...[4, 7].map((kind): [string, Instruction, Partial<Warning>] => [
      `Let ${THIEF} upgrade the program at ${ACCOUNT}`,
      upgrade(kind, [ACCOUNT, ME, THIEF]),
      {
        code: 'upgrade-authority',
        level: 'danger',
        text: `This lets ${THIEF} upgrade the program at ${ACCOUNT} instead of you. Whoever upgrades a program can take what it keeps.`,
        receiver: THIEF,
      },
    ]),
    [
      `Let nobody upgrade the program at ${ACCOUNT} any more`,
      upgrade(4, [ACCOUNT, ME]),
      {
        code: 'upgrade-authority',
        level: 'danger',
        text: `After this, nobody can ever upgrade the program at ${ACCOUNT} again.`,
      },
    ],
    [
      `Close program ${PROGRAM}`,
      upgrade(5, [ACCOUNT, THIEF, ME, PROGRAM]),
      {
        code: 'close-program',
        level: 'danger',
        text: `This removes the program ${PROGRAM} for good. Whatever it keeps for its users is lost.`,
      },
      {
        code: 'close-account',
        level: 'caution',
        text: `This closes the account ${ACCOUNT} for good, and gives all its SOL to ${THIEF}.`,
        receiver: THIEF,
      },
    ],
  ])('is warned of: %s', (text, instruction, ...warnings) => {
    const expected = warnings.map((warning) => ({
      ...warning,
      text: shortenAll(warning.text ?? ''),
      signers: [ME],
    }));
    const { text: description, warnings: given } = describe(instruction);
    expect(description).toBe(shortenAll(text));
    expect(given).toEqual(expected);
  });
});
