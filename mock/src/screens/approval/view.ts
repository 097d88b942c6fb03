import type { ComponentChildren } from 'preact';
import type { Warning } from '../../explain/warnings.js';
import type { ApprovalState } from '../../phone/approval-desk.js';
import type { FailureText } from './failure-text.js';

/** The wallet's own accounts. */
export type Accounts = ApprovalState['accounts'];

/** How one request is shown. */
export type RequestView = Readonly<{
  /** The outcome where it is an amount, e.g. `Send 0.01 SOL`; otherwise the question, e.g. `Connect to this app?`. */
  title: string;
  isAmount?: boolean;
  /** What the user must know before all else. After a failure or a danger, the button to approve does not stand out. */
  failures?: readonly FailureText[];
  warnings?: readonly Warning[];
  body: ComponentChildren;
}>;
