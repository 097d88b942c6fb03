import type { MockAccount } from '../accounts.js';
import type { ApprovalRequest } from '../approval.js';
import { parseTagged, stringifyTagged, type Taggable } from './tagged-json.js';

/** What the approval page of one dapp page shows. */
export type ApprovalState = Readonly<{
  /** The wallet's accounts. */
  accounts: readonly MockAccount[];
  /** The number of the page's latest launch, which the answer to the launch names, too; a later one has a higher. */
  launch: number;
  /** How many sessions the dapp's page has, those that wait for its connection included. */
  sessions: number;
  /** What waits for a decision, oldest first. */
  requests: readonly ApprovalRequest[];
}>;

/** Writes a state for {@link decodeApprovalState}. */
export function encodeApprovalState(state: ApprovalState): string {
  return stringifyTagged(state as Taggable);
}

/** Reads a state; the page and the server are of one version, so its shape is not checked. */
export function decodeApprovalState(json: string): ApprovalState {
  return parseTagged(json) as ApprovalState;
}
