import {
  type AssociationRequest,
  type Bytes,
  type Channel,
  getFrameSequence,
  isMobileWalletError,
  type JsonObject,
  type JsonRpcError,
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

/** The options of a mock wallet, all of them optional. */
export type MockWalletOptions = Readonly<{
  /** The accounts, by their 32-byte Ed25519 seeds; by default one account with a random seed. */
  accounts?: readonly Readonly<{ seed: Uint8Array; label?: string }>[];
  /** The chain that describes transactions and to which they are sent. Without it, sending fails with -4. */
  chain?: Chain;
  /** The chains that may be authorized; the wallet answers -7 to others. By default `quirks` decides. */
  chains?: readonly string[];
  /** Decides in the user's place; by default approves everything. */
  approve?: Approve;
  /** `legacy` is a 1.x wallet, whatever versions the dapp offers; `v1` (2.0) is the default. */
  protocol?: 'v1' | 'legacy';
  /** By default 10 transactions and 10 messages per request, versions `legacy` and 0, `signTransactions`, sign-in. */
  capabilities?: Partial<MockCapabilities>;
  /** The `https:` prefix of association URIs, sent as `wallet_uri_base`. */
  walletUriBase?: string;
  /** Makes the wallet demand attested origins of web dapps; by default it does not. */
  attestation?: MockAttestation;
  /** Differences from {@link REFERENCE_QUIRKS}. */
  quirks?: Partial<Quirks>;
  /** Faults to test a dapp with; by default none. */
  faults?: readonly Fault[];
  /** Called with every request, as it came over the wire, before the wallet handles it. */
  onRequest?: (method: string, params: JsonObject) => void;
  /** Called with every reply before it is sent; `error` is missing if the wallet did what was asked. */
  onReply?: (method: string, error?: JsonRpcError) => void;
}>;

/** How a session ended; `established` tells whether its handshake was completed. */
export type SessionEnd = Readonly<{ established: boolean }>;

/** A wallet endpoint for tests and development, with real keys and the real protocol. */
export type MockWallet = Readonly<{
  accounts: readonly MockAccount[];
  /**
   * Runs one session over a channel. Resolves when the session has ended; never rejects. Sessions with the same
   * `request` object belong to one association and share an authorization.
   */
  attach(channel: Channel, request: AssociationRequest): Promise<SessionEnd>;
  /** Forgets every token, like a wallet app whose data was cleared. */
  revokeTokens(): void;
  /** Changes the capabilities, like an update of the wallet app. */
  changeCapabilities(changes: Partial<MockCapabilities>): void;
  /** Returns the current faults. */
  getFaults(): readonly Fault[];
  /** Replaces the faults for later sessions; an empty array removes them. */
  misbehave(faults: readonly Fault[]): void;
}>;

const SEED_LENGTH = 32;
/** The close code with which a wallet app ends a session. */
const GOING_AWAY = 1001;
const DEFAULT_CAPABILITIES: MockCapabilities = {
  maxTransactionsPerRequest: 10,
  maxMessagesPerRequest: 10,
  supportedTransactionVersions: ['legacy', 0],
  features: ['solana:signTransactions', 'solana:signInWithSolana'],
};

/**
 * Creates a mock wallet. By default it is exactly as strict as the reference Android wallet library and has the same
 * quirks (see {@link Quirks}). Runs in Node and in browsers. Tokens are valid as long as the wallet exists.
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
  const carrier = withoutClose(channel, quirks);
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

/** Returns the channel without its `close`, because a protocol violation ends the session but not the socket. */
function withoutClose({ send, read }: Channel, { ignoresShortFrames }: Quirks): Channel {
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
    onReply: options.onReply ?? (() => {}),
  };
}
