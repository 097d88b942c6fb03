import {
  abortable,
  type Identity,
  type JsonObject,
  type JsonRpcError,
  type TransactionVersion,
  WALLET_RPC,
} from 'mobile-wallet-standard/endpoint';
import type { Signer } from './accounts.js';
import type { ApprovalDecision, ApprovalRequest, ApprovalSubject, Approve } from './approval.js';
import type { Authorization, AuthorizationStore } from './authorizations.js';
import type { Chain } from './chain.js';
import type { Quirks } from './quirks.js';
import { refuse } from './refusal.js';

/** What the mock wallet publishes in `get_capabilities`. A limit of 0 is neither published nor enforced. */
export type MockCapabilities = Readonly<{
  maxTransactionsPerRequest: number;
  maxMessagesPerRequest: number;
  supportedTransactionVersions: readonly TransactionVersion[];
  /** The supported optional features. */
  features: readonly string[];
}>;

/** How a mock wallet demands that the origin of a web dapp is attested before it authorizes it (error -100). */
export type MockAttestation = Readonly<{
  /** The wallet's attestation page, `https:`. */
  uri: string;
  /** The `context` that the page gets, e.g. the name of a key. */
  context: string;
  /** Verifies the page's token; `hash` is base64 of SHA-256(`attest-origin` || challenge || session secret). */
  isAttested(token: string, hash: string): boolean | Promise<boolean>;
}>;

/** What all sessions of a mock wallet share. */
export type MockWalletContext = Readonly<{
  signers: readonly Signer[];
  authorizations: AuthorizationStore;
  approve: Approve;
  getNextApprovalId(): number;
  protocol: 'v1' | 'legacy';
  getCapabilities(): MockCapabilities;
  /** The chains that may be authorized; if `undefined`, the quirks decide. */
  chains: readonly string[] | undefined;
  chain: Chain | undefined;
  walletUriBase: string | undefined;
  attestation: MockAttestation | undefined;
  quirks: Quirks;
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
  /** The last challenge to attest the dapp's origin; `attested` after it was answered correctly. */
  challenge?: Uint8Array | 'attested';
};

/** The session of a request. `signal` aborts when the session ends. */
export type MockSession = Readonly<{
  wallet: MockWalletContext;
  association: MockAssociation;
  signal: AbortSignal;
  deriveSecret(info: string): Promise<Uint8Array>;
}>;

/** Asks the user; rejects with the signal's reason when the session ends first. */
export function askUser(
  { wallet, signal }: MockSession,
  { identity, chain }: Readonly<{ identity: Identity; chain: string }>,
  subject: ApprovalSubject,
): Promise<ApprovalDecision> {
  const request: ApprovalRequest = { ...subject, id: wallet.getNextApprovalId(), identity, chain };
  const decision = new Promise<ApprovalDecision>((resolve) => resolve(wallet.approve(request, { signal })));
  return abortable(decision, signal);
}

/** Returns the session's authorization; refuses a privileged request without one with -1. */
export function assertAuthorized({ association }: MockSession): Authorization {
  return (
    association.authorization ?? refuse(WALLET_RPC.AUTHORIZATION_FAILED, 'auth_token not valid for signing')
  );
}

/** Refuses more payloads than the published limit with -6. */
export function assertWithinLimit(payloads: readonly unknown[], limit: number): void {
  if (limit > 0 && payloads.length > limit) {
    refuse(
      WALLET_RPC.TOO_MANY_PAYLOADS,
      'number of payloads provided for signing exceeds implementation limit',
    );
  }
}

/** Refuses payloads with -2 unless all of them are valid. */
export function assertValid(valid: readonly boolean[]): void {
  if (valid.includes(false)) {
    refuse(WALLET_RPC.INVALID_PAYLOADS, 'payloads invalid for signing', { valid });
  }
}

/** Refuses with -3 what the user declined. */
export function assertApproved({ approved }: ApprovalDecision): void {
  if (!approved) refuse(WALLET_RPC.NOT_SIGNED, 'sign request declined');
}

/** Returns the signers of an authorization's accounts. */
export function getAuthorizedSigners(
  { signers }: MockWalletContext,
  { accounts }: Authorization,
): readonly Signer[] {
  return signers.filter(({ account }) => accounts.includes(account));
}
