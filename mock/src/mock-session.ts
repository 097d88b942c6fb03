import {
  abortable,
  type Identity,
  type JsonObject,
  type TransactionVersion,
  WALLET_RPC,
} from 'mobile-wallet-standard/endpoint';
import type { Signer } from './accounts.js';
import type { ApprovalDecision, ApprovalRequest, ApprovalSubject, Approve } from './approval.js';
import type { Authorization, AuthorizationStore } from './authorizations.js';
import type { Chain } from './chain.js';
import type { Quirks } from './quirks.js';
import { refuse } from './refusal.js';

/** What the mock wallet publishes with `get_capabilities`; a limit of 0 is not published and not enforced. */
export type MockCapabilities = Readonly<{
  maxTransactionsPerRequest: number;
  maxMessagesPerRequest: number;
  supportedTransactionVersions: readonly TransactionVersion[];
  /** Optional features; what is not listed is not supported. */
  features: readonly string[];
}>;

/** How a mock wallet has the origins of web dapps attested, before it authorizes them (error -100). */
export type MockAttestation = Readonly<{
  /** The wallet's attestation page, `https:`. */
  uri: string;
  /** What the page is told as `context`, e.g. the name of a key. */
  context: string;
  /** Verifies the page's token; `hash` is base64 of SHA-256(`attest-origin` || challenge || session secret). */
  isAttested(token: string, hash: string): boolean | Promise<boolean>;
}>;

/** What all sessions of a mock wallet have in common. */
export type MockWalletContext = Readonly<{
  signers: readonly Signer[];
  authorizations: AuthorizationStore;
  approve: Approve;
  getNextApprovalId(): number;
  protocol: 'v1' | 'legacy';
  getCapabilities(): MockCapabilities;
  /** Chains that may be authorized; `undefined` where the quirks say. */
  chains: readonly string[] | undefined;
  chain: Chain | undefined;
  walletUriBase: string | undefined;
  attestation: MockAttestation | undefined;
  quirks: Quirks;
  onRequest: (method: string, params: JsonObject) => void;
}>;

/** The state of one association: its sessions, mostly one, share an authorization. */
export type MockAssociation = {
  authorization: Authorization | undefined;
  /** Sessions that are established now. */
  sessions: number;
  /** There were sessions, and the last one has ended. */
  isOver: boolean;
  /** The last challenge to attest the dapp's origin; `attested` once it was met. */
  challenge?: Uint8Array | 'attested';
};

/** What a request is handled with. `signal` aborts when the session ends. */
export type MockSession = Readonly<{
  wallet: MockWalletContext;
  association: MockAssociation;
  signal: AbortSignal;
  deriveSecret(info: string): Promise<Uint8Array>;
}>;

/** Asks the person; rejects with the signal's reason when the session ends first. */
export function askPerson(
  { wallet, signal }: MockSession,
  { identity, chain }: Readonly<{ identity: Identity; chain: string }>,
  subject: ApprovalSubject,
): Promise<ApprovalDecision> {
  const request: ApprovalRequest = { ...subject, id: wallet.getNextApprovalId(), identity, chain };
  const decision = new Promise<ApprovalDecision>((resolve) => resolve(wallet.approve(request, { signal })));
  return abortable(decision, signal);
}

/** Gives the session's authorization; refuses a privileged request without one with -1. */
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

/** Refuses with -3 what the person declined. */
export function assertApproved({ approved }: ApprovalDecision): void {
  if (!approved) refuse(WALLET_RPC.NOT_SIGNED, 'sign request declined');
}

/** Finds the keys of an authorization's accounts. */
export function getAuthorizedSigners(
  { signers }: MockWalletContext,
  { accounts }: Authorization,
): readonly Signer[] {
  return signers.filter(({ account }) => accounts.includes(account));
}
