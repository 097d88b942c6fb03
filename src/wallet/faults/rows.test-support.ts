import { BOUND, type Row } from './row.test-support.js';
import { AUTHORIZE } from './rows-authorize.test-support.js';
import { BATCHES } from './rows-batches.test-support.js';
import { CLOSING } from './rows-closing.test-support.js';
import { ENDINGS } from './rows-ends.test-support.js';
import { ERRORS } from './rows-errors.test-support.js';
import { FRAME_ROWS } from './rows-frames.test-support.js';
import { HELLO } from './rows-hello.test-support.js';
import { LEGACY } from './rows-legacy.test-support.js';
import { OPENING } from './rows-opening.test-support.js';
import { SIGN_IN_ROWS } from './rows-sign-in.test-support.js';
import { SIGNING } from './rows-signing.test-support.js';

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
/** Faults that a time-out ends, which take their time. */
export const SLOW = ALL.filter(({ within = BOUND }) => within > BOUND);
/** All others. */
export const QUICK = ALL.filter((row) => !SLOW.includes(row));
