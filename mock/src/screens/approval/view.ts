import type { ComponentChildren } from 'preact';
import type { ApprovalState } from '../../phone/approval-desk.js';

/** The wallet's own accounts. */
export type Accounts = ApprovalState['accounts'];

/** How one request is shown. */
export type RequestView = Readonly<{
  /** The outcome where it is an amount, e.g. `Send 0.01 SOL`; otherwise the question, e.g. `Connect to this app?`. */
  title: string;
  isAmount?: boolean;
  /** What the user must know before all else. */
  warnings?: ComponentChildren;
  body: ComponentChildren;
  /** Whether approving would achieve nothing, or harm, as far as the wallet can tell. The button then does not stand out. */
  isDiscouraged?: boolean;
}>;
