import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  identifyTokenInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { MEMO_PROGRAM_ADDRESSES } from '../../../explain/instructions/program-addresses.js';
import type { Program } from '../program.js';
import { ASSOCIATED_TOKEN } from './associated-token.js';
import { MEMO, MEMO_VERSION_1 } from './memo.js';
import { SYSTEM } from './system.js';
import { ACCOUNT_HANDLERS } from './token-accounts.js';
import { AMOUNT_HANDLERS } from './token-amounts.js';
import { failToken, readTokenData } from './token-state.js';

/** Its instructions are read before the transaction runs. */
const COMPUTE_BUDGET: Program = { units: 150, size: 22, isBuiltin: true, run: () => {} };

const TOKEN_HANDLERS = new Map([...ACCOUNT_HANDLERS, ...AMOUNT_HANDLERS]);

/** The Token program, without multisignature owners. */
const TOKEN: Program = {
  units: 150,
  size: 36,
  isBuiltin: false,
  run(invocation) {
    const handle = TOKEN_HANDLERS.get(readTokenData(() => identifyTokenInstruction(invocation.data)));
    if (handle) handle(invocation);
    else failToken(12);
  },
};

/** The programs of the small chain, by their addresses. */
export const PROGRAMS: ReadonlyMap<string, Program> = new Map<string, Program>([
  [SYSTEM_PROGRAM_ADDRESS, SYSTEM],
  [COMPUTE_BUDGET_PROGRAM_ADDRESS, COMPUTE_BUDGET],
  [MEMO_PROGRAM_ADDRESSES.current, MEMO],
  [MEMO_PROGRAM_ADDRESSES.version4, MEMO],
  [MEMO_PROGRAM_ADDRESSES.version1, MEMO_VERSION_1],
  [TOKEN_PROGRAM_ADDRESS, TOKEN],
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS, ASSOCIATED_TOKEN],
]);
