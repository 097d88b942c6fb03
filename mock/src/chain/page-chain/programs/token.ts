import { identifyTokenInstruction } from '@solana-program/token';
import type { Program } from '../program.js';
import { ACCOUNT_HANDLERS } from './token-accounts.js';
import { AMOUNT_HANDLERS } from './token-amounts.js';
import { failToken, readTokenData } from './token-state.js';

const HANDLERS = new Map([...ACCOUNT_HANDLERS, ...AMOUNT_HANDLERS]);

/** The Token program, without multisignature owners. */
export const TOKEN: Program = {
  units: 150,
  size: 36,
  isBuiltin: false,
  run(invocation) {
    const { data } = invocation;
    const handle = HANDLERS.get(readTokenData(() => identifyTokenInstruction(data)));
    if (handle) handle(invocation);
    else failToken(12);
  },
};
