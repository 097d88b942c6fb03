import type { JsonObject, JsonRpcError } from 'mobile-wallet-standard/endpoint';
import type { WalletChain } from '../explain/chain.js';
import type { AccountList } from './accounts.js';
import type { Approve } from './approval.js';
import type { Authorization, Authorizations } from './authorizations.js';
import type { Fault } from './faults/fault.js';
import type { FaultName } from './faults/named-faults.js';
import type { IncomingRequest } from './incoming-request.js';
import type { MockWalletSettings } from './settings.js';
import type { ActivityLog, ActivityRecord } from './state/activity-log.js';
import type { PlannedAnswers } from './state/planned-answers.js';

/**
 * How a mock wallet demands that the origin of a web dapp is attested before it authorizes it (error -100).
 */
export type MockAttestation = Readonly<{
  /** The wallet's attestation page, `https:`. */
  uri: string;
  /** The `context` that the page gets, e.g. the name of a key. */
  context: string;
  /**
   * Verifies the page's token; `hash` is base64 of SHA-256(`attest-origin` || challenge || session secret).
   */
  isAttested(token: string, hash: string): boolean | Promise<boolean>;
}>;

/**
 * A wallet as one session knows it, with those settings that count for a whole session as they were when it
 * began.
 */
export type MockWalletContext = Pick<MockWalletSettings, 'protocol' | 'chains' | 'quirks'> &
  Readonly<{
    accounts: AccountList;
    authorizations: Authorizations;
    plans: PlannedAnswers;
    activity: ActivityLog;
    getNextApprovalId(): number;
    getSettings(): MockWalletSettings;
    getFaults(): readonly Fault[];
    approve: Approve;
    attestation: MockAttestation | undefined;
    chain: WalletChain | undefined;
    walletUriBase: string | undefined;
    onRequest: (method: string, params: JsonObject) => void;
    onReply: (method: string, error?: JsonRpcError) => void;
  }>;

/** The state of one association. Its sessions, usually one, share an authorization. */
export type MockAssociation = {
  authorization: Authorization | undefined;
  /** The number of open sessions. */
  sessions: number;
  /** Whether there were sessions and the last one has ended. */
  isOver: boolean;
  /** Whether the authorization has run out during a send. */
  hasForgotten?: boolean;
  /** The last challenge to attest the dapp's origin; `attested` after it was answered correctly. */
  challenge?: Uint8Array | 'attested';
};

/** A request while the wallet handles it. */
export type MockRequest = IncomingRequest & {
  readonly record: ActivityRecord;
  /** The transactions that are signed, but not sent. */
  unsentIndexes: readonly number[];
  /** What is wrong with its reply. */
  replyAs: 'twice' | FaultName | null;
};

/**
 * A session, without its requests. `number` counts the wallet's sessions from 1. `signal` aborts when it
 * ends.
 */
export type OpenSession = Readonly<{
  wallet: MockWalletContext;
  association: MockAssociation;
  number: number;
  signal: AbortSignal;
  deriveSecret(info: string): Promise<Uint8Array>;
}>;

/** The session of a request. */
export type MockSession = OpenSession & Readonly<{ request: MockRequest }>;
