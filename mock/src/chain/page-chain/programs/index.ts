import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { MEMO_PROGRAM_ADDRESSES } from '../../../explain/instructions/program-addresses.js';
import type { Program } from '../program.js';
import { ASSOCIATED_TOKEN } from './associated-token.js';
import { MEMO, MEMO_VERSION_1 } from './memo.js';
import { SYSTEM } from './system.js';
import { TOKEN } from './token.js';

/** Its instructions are read before the transaction runs. */
const COMPUTE_BUDGET: Program = { units: 150, size: 22, isBuiltin: true, run: () => {} };

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
