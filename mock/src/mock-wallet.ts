import {
  type AssociationRequest,
  type Bytes,
  type Channel,
  getFrameSequence,
  isMobileWalletError,
  type JsonObject,
  walletHandshake,
} from 'mobile-wallet-standard/endpoint';
import { createSigner, type MockAccount, type Signer } from './accounts.js';
import { type Approve, approveAll } from './approval.js';
import { createAuthorizationStore } from './authorizations.js';
import type { Chain } from './chain.js';
import { type Fault, WalletHangUp } from './faults/fault.js';
import { faultyHandshake } from './faults/faulty-session.js';
import type {
  MockAssociation,
  MockAttestation,
  MockCapabilities,
  MockWalletContext,
} from './mock-session.js';
import { type Quirks, REFERENCE_QUIRKS } from './quirks.js';
import { serveSession } from './serve-session.js';

/** What a mock wallet is made of; all of it is optional. */
export type MockWalletOptions = Readonly<{
  /** Accounts by their 32-byte Ed25519 seeds; without it, one account from a random seed. */
  accounts?: readonly Readonly<{ seed: Uint8Array; label?: string }>[];
  /** Where transactions are sent, and what they do is asked. Without it sending fails with -4. */
  chain?: Chain;
  /** The chains that may be authorized; the wallet answers -7 to others. By default any, as `quirks` say. */
  chains?: readonly string[];
  /** Decides in the person's place; approves everything by default. */
  approve?: Approve;
  /** `legacy` makes a 1.x wallet, whatever versions the dapp offers; `v1` (2.0) by default. */
  protocol?: 'v1' | 'legacy';
  /** By default 10 transactions and 10 messages per request, versions `legacy` and 0, signing and sign-in. */
  capabilities?: Partial<MockCapabilities>;
  /** `https:` prefix of association URIs, sent as `wallet_uri_base`. */
  walletUriBase?: string;
  /** Makes the wallet have the origins of web dapps attested; by default it does not ask. */
  attestation?: MockAttestation;
  /** What differs from {@link REFERENCE_QUIRKS}. */
  quirks?: Partial<Quirks>;
  /** Where the wallet misbehaves, so that a dapp can be tested with it; nowhere by default. */
  faults?: readonly Fault[];
  /** Sees every request as it came over the wire, before it is handled. */
  onRequest?: (method: string, params: JsonObject) => void;
}>;

/** How a session ended: `established` tells whether its handshake was completed. */
export type SessionEnd = Readonly<{ established: boolean }>;

/** A wallet endpoint for tests and development, which holds real keys and speaks the real protocol. */
export type MockWallet = Readonly<{
  accounts: readonly MockAccount[];
  /**
   * Runs one session over a channel; resolves when it has ended, and never rejects. Channels attached with the same
   * `request` object belong to one association: their sessions share an authorization.
   */
  attach(channel: Channel, request: AssociationRequest): Promise<SessionEnd>;
  /** Forgets every token, as a wallet whose data was cleared. */
  revokeTokens(): void;
  /** Changes what the wallet publishes and enforces from now on, as an update of the app does. */
  changeCapabilities(changes: Partial<MockCapabilities>): void;
  /** Where it misbehaves now. */
  getFaults(): readonly Fault[];
  /** Misbehaves there in the sessions that begin from now on; nowhere any more with none. */
  misbehave(faults: readonly Fault[]): void;
}>;

const SEED_LENGTH = 32;
/** The close code of a wallet app that ends a session. */
const GOING_AWAY = 1001;
const DEFAULT_CAPABILITIES: MockCapabilities = {
  maxTransactionsPerRequest: 10,
  maxMessagesPerRequest: 10,
  supportedTransactionVersions: ['legacy', 0],
  features: ['solana:signTransactions', 'solana:signInWithSolana'],
};

/**
 * Makes a mock wallet: by default exactly as strict and as odd as the reference Android wallet library (see
 * {@link Quirks}). Runs in Node and in browsers. Tokens live as long as the wallet.
 *
 * @throws RangeError when a seed is not 32 bytes long
 */
export async function createMockWallet(options: MockWalletOptions = {}): Promise<MockWallet> {
  let capabilities: MockCapabilities = { ...DEFAULT_CAPABILITIES, ...options.capabilities };
  let faults = options.faults ?? [];
  const getFaults = (): readonly Fault[] => faults;
  const wallet = createContext(options, await createSigners(options), () => capabilities);
  const associations = new WeakMap<AssociationRequest, MockAssociation>();

  const getAssociation = (request: AssociationRequest): MockAssociation => {
    const known = associations.get(request);
    if (known) return known;
    const association = { authorization: undefined, sessions: 0, isOver: false };
    associations.set(request, association);
    return association;
  };

  return {
    accounts: wallet.signers.map(({ account }) => account),
    attach: (channel, request) => runSession(channel, request, getAssociation(request), wallet, getFaults),
    revokeTokens: wallet.authorizations.clear,
    changeCapabilities(changes) {
      capabilities = { ...capabilities, ...changes };
    },
    getFaults,
    misbehave(next) {
      faults = next;
    },
  };
}

async function runSession(
  channel: Channel,
  { associationPublicKey, versions }: AssociationRequest,
  association: MockAssociation,
  wallet: MockWalletContext,
  getFaults: () => readonly Fault[],
): Promise<SessionEnd> {
  const { quirks } = wallet;
  if (association.isOver && quirks.deafAfterSession) return { established: false };
  const isLegacy = wallet.protocol === 'legacy' || !versions.some((version) => /^v?1$/i.test(version));
  const properties = isLegacy ? undefined : JSON.stringify({ v: quirks.propertiesVersion });
  const carrier = holdOpen(channel, quirks);
  const handshake =
    getFaults().length > 0
      ? faultyHandshake(channel, carrier, associationPublicKey, properties, getFaults)
      : walletHandshake(carrier, associationPublicKey, properties);
  const established = await handshake.catch(() => undefined);
  if (!established) return { established: false };

  const ended = new AbortController();
  association.sessions++;
  const reason = await serveSession(established.secure, channel, {
    wallet,
    association,
    signal: ended.signal,
    deriveSecret: established.deriveSecret,
  });
  ended.abort(reason);
  if (quirks.closesOnBreach && isMobileWalletError(reason, 'PROTOCOL_VIOLATION')) {
    channel.close(new WalletHangUp(GOING_AWAY));
  }
  association.sessions--;
  if (association.sessions === 0) {
    association.isOver = true;
    association.authorization = undefined;
  }
  return { established: true };
}

/** Returns the channel without its `close`: a breach of the protocol ends the session, but not the socket under it. */
function holdOpen({ send, read }: Channel, { ignoresShortFrames }: Quirks): Channel {
  const readFrame = async (): Promise<Bytes> => {
    const message = await read();
    return ignoresShortFrames && getFrameSequence(message) === undefined ? readFrame() : message;
  };
  return { send, read: readFrame, close: () => {} };
}

function createSigners({ accounts }: MockWalletOptions): Promise<readonly Signer[]> {
  const seeds = accounts ?? [{ seed: crypto.getRandomValues(new Uint8Array(SEED_LENGTH)) }];
  return Promise.all(
    seeds.map(({ seed, label }, index) => createSigner(seed, label ?? `Account ${index + 1}`)),
  );
}

function createContext(
  options: MockWalletOptions,
  signers: readonly Signer[],
  getCapabilities: MockWalletContext['getCapabilities'],
): MockWalletContext {
  let lastApprovalId = 0;
  return {
    signers,
    authorizations: createAuthorizationStore(),
    approve: options.approve ?? approveAll,
    getNextApprovalId: () => ++lastApprovalId,
    protocol: options.protocol ?? 'v1',
    getCapabilities,
    chains: options.chains,
    chain: options.chain,
    walletUriBase: options.walletUriBase,
    attestation: options.attestation,
    quirks: { ...REFERENCE_QUIRKS, ...options.quirks },
    onRequest: options.onRequest ?? (() => {}),
  };
}
