import type { ApprovalDecision } from '../approval.js';
import type { Children } from './element.js';
import type { ApprovalState } from './state.js';

/** How one request is shown. */
export type RequestView = Readonly<{
  /** The question, e.g. `Connect to this app?`. */
  title: string;
  body: Children;
  /** Approving has no use, as far as the wallet can tell: the button is then no invitation. */
  isDiscouraged?: boolean;
  /** What is granted if the person approves. */
  getGrant?: () => Pick<ApprovalDecision, 'accounts'>;
}>;

/** What a view is made with. */
export type RequestViewContext = Readonly<{
  accounts: ApprovalState['accounts'];
  /** Says whether the request can be approved as the person has filled it in. */
  setApprovable(isApprovable: boolean): void;
}>;
