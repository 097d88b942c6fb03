import { BOUND, type Row } from './row.js';
import { AUTHORIZE } from './rows-authorize.js';
import { BATCHES } from './rows-batches.js';
import { CLOSING } from './rows-closing.js';
import { ENDINGS } from './rows-ends.js';
import { ERRORS } from './rows-errors.js';
import { FRAME_ROWS } from './rows-frames.js';
import { HELLO } from './rows-hello.js';
import { LEGACY } from './rows-legacy.js';
import { OPENING } from './rows-opening.js';
import { SIGN_IN_ROWS } from './rows-sign-in.js';
import { SIGNING } from './rows-signing.js';

/** All faults, in the order of a session. */
export const ALL: readonly Row[] = [
  ...OPENING,
  ...HELLO,
  ...FRAME_ROWS,
  ...AUTHORIZE,
  ...SIGN_IN_ROWS,
  ...SIGNING,
  ...ERRORS,
  ...ENDINGS,
  ...CLOSING,
  ...BATCHES,
  ...LEGACY,
];
/** Slow faults: only a time-out ends the call. */
export const SLOW = ALL.filter(({ within = BOUND }) => within > BOUND);
/** All others. */
export const QUICK = ALL.filter((row) => !SLOW.includes(row));
