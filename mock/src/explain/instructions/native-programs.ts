import { getU32Decoder, getU64Decoder } from '@solana/kit';
import { formatCount } from '../text.js';
import { warnOfRight } from '../warnings/instruction-warnings.js';
import { type Describe, describeRow, type Row, say } from './instruction.js';

// Two programs without a client in the dependencies. An instruction's data begins with the number of its row.
const KIND_LENGTH = 4;

const LOOKUP_TABLE: Readonly<Record<number, Row>> = {
  0: 'Create lookup table {0} for {1}',
  1: (account) => ({
    text: say`Let nobody change lookup table ${account(0)} any more`,
    warnings: [warnOfRight({ kind: 'last-table-change', over: account(0) }, [account(1)])],
  }),
  2: (account, { data }) => {
    const count = Number(getU64Decoder().decode(data, KIND_LENGTH));
    const addresses = formatCount(count, 'address').replace(/addresss$/, 'addresses');
    return say`Add ${addresses} to lookup table ${account(0)}`;
  },
  3: 'Stop using lookup table {0}',
  4: (account) => ({
    text: say`Close lookup table ${account(0)}`,
    warnings: [warnOfRight({ kind: 'closing', over: account(0), to: account(2) }, [account(1)])],
  }),
};

const describeUpgradeAuthority: Row = (account, { accounts }) => {
  const [program, newAuthority] = [account(0), accounts[2]?.address];
  const signers = [account(1)];
  if (newAuthority === undefined) {
    return {
      text: say`Let nobody upgrade the program at ${program} any more`,
      warnings: [warnOfRight({ kind: 'last-upgrade', over: program }, signers)],
    };
  }
  const change = say`${newAuthority} upgrade the program at ${program}`;
  const warning = warnOfRight({ kind: 'upgrade', over: program, to: newAuthority }, signers);
  return { text: `Let ${change}`, warnings: [warning] };
};

const describeGrowth: Row = (account, { data }) =>
  say`Give program ${account(1)} ${getU32Decoder().decode(data, KIND_LENGTH)} bytes more`;

const UPGRADEABLE_LOADER: Readonly<Record<number, Row>> = {
  0: 'Set up buffer {0} for a program',
  1: (account, { data }) =>
    say`Write ${getU64Decoder().decode(data, KIND_LENGTH + 4)} bytes of a program to buffer ${account(0)}`,
  2: 'Deploy program {2} from buffer {3}, which {7} can upgrade',
  3: 'Upgrade program {1} from buffer {2}',
  4: describeUpgradeAuthority,
  5: (account, { accounts }) => {
    const [authority, program] = accounts.slice(2);
    const signers = authority ? [authority.address] : [];
    const close = warnOfRight({ kind: 'closing', over: account(0), to: account(1) }, signers);
    // An instruction that closes a buffer names no program.
    if (!program) return { text: say`Close buffer ${account(0)}`, warnings: [close] };
    return {
      text: say`Close program ${program}`,
      warnings: [warnOfRight({ kind: 'close-program', over: program.address }, signers), close],
    };
  },
  6: describeGrowth,
  7: describeUpgradeAuthority,
  8: 'Move program {1} to the next loader',
  9: describeGrowth,
};

/** Describes instructions about tables of addresses, which make transactions smaller. */
export const describeLookupTable: Describe = (instruction) =>
  describeRow(LOOKUP_TABLE[getU32Decoder().decode(instruction.data)], instruction);

/** Describes how programs are deployed, upgraded and closed. */
export const describeUpgradeableLoader: Describe = (instruction) =>
  describeRow(UPGRADEABLE_LOADER[getU32Decoder().decode(instruction.data)], instruction);
