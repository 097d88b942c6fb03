import { type ComponentChildren, type Context, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Warning } from '../../explain/warnings.js';
import type { ApprovalState } from '../../phone/approval-desk.js';
import { Address } from '../parts.js';
import type { FailureText } from './failure-text.js';

/** The wallet's own accounts. */
export type Accounts = ApprovalState['accounts'];

/** How one request is shown. */
export type RequestView = Readonly<{
  /**
   * The outcome where it is an amount, e.g. `Send 0.01 test SOL`; otherwise the question, e.g. `Connect to
   * this app?`.
   */
  title: string;
  isAmount?: boolean;
  /**
   * What the user must know before all else. After a failure or a danger, the button to approve does not
   * stand out.
   */
  failures?: readonly FailureText[];
  warnings?: readonly Warning[];
  body: ComponentChildren;
}>;

/** The wallet's own accounts, whose labels stand beside their addresses. */
export const OwnAccounts: Context<Accounts> = createContext<Accounts>([]);

/** A shortened address, with its label if it is the wallet's own. */
export function ShortAddress({ address }: Readonly<{ address: string }>) {
  return <Address address={address} accounts={useContext(OwnAccounts)} />;
}
