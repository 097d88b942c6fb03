import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type AssociationRequest,
  createAssociationKeyPair,
  createChannelPair,
  createDappHello,
  createRpcClient,
  dappHandshake,
  encodeBase64,
  exportPoint,
  type JsonObject,
  type JsonRpcError,
  type RpcClient,
} from 'mobile-wallet-standard/endpoint';
import type { WalletChain } from '../../mock/src/explain/chain.js';
import type { ApprovalDecision, ApprovalRequest, Approve } from '../../mock/src/wallet/approval.js';
import {
  createMockWallet,
  type MockWallet,
  type MockWalletOptions,
} from '../../mock/src/wallet/mock-wallet.js';

/** Seeds with public keys that anyone can derive. */
export const SEED = new Uint8Array(32).fill(7);
export const OTHER_SEED = new Uint8Array(32).fill(8);
export const KEY = encodeBase64(ed25519.getPublicKey(SEED));
export const OTHER_KEY = encodeBase64(ed25519.getPublicKey(OTHER_SEED));

/** Two accounts of a wallet. */
export const TWO_ACCOUNTS = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));

/** Approves all that is asked, and shares each account that a dapp may have. */
export const shareAll: Approve = (request) => ({
  approved: true,
  ...(request.type === 'authorize' && { accounts: request.accounts.map(({ address }) => address) }),
});

/** Creates a user who approves all that is asked, and shares the next account with each authorization. */
export function createSharerInTurn(): Approve {
  let shared = 0;
  return (request) => ({
    approved: true,
    ...(request.type === 'authorize' && { accounts: [request.accounts[shared++]?.address ?? ''] }),
  });
}

/** A chain that accepts every transaction of one signature, which it returns. */
export const ACCEPTING_CHAIN: WalletChain = {
  sendTransaction: async (wire) => ({ signature: wire.slice(1, 65) }),
  describeTransaction: async () => ({
    version: 0,
    feePayer: '',
    instructions: [],
    balanceChanges: [],
    logs: [],
  }),
};

/** Creates a chain that accepts every transaction, too, and keeps what was sent. */
export function createLedger() {
  const sent: Uint8Array[] = [];
  const chain: WalletChain = {
    ...ACCEPTING_CHAIN,
    sendTransaction(wire, ...options) {
      sent.push(wire);
      return ACCEPTING_CHAIN.sendTransaction(wire, ...options);
    },
  };
  return { chain, sent };
}

export const IDENTITY = { name: 'Example', uri: 'https://example.com', icon: 'favicon.png' };

/** A dapp's key for one association, and what the wallet learns of it from the URI. */
export async function createAssociation(versions: readonly string[] = ['v1']) {
  const keys = await createAssociationKeyPair();
  const request: AssociationRequest = {
    association: { type: 'local', port: 50_000 },
    associationPublicKey: await exportPoint(keys),
    versions,
  };
  return { keys, request };
}

/** Attaches the wallet to a channel in memory and completes the dapp's handshake at the other end. */
export async function shakeHands(
  wallet: MockWallet,
  association?: Awaited<ReturnType<typeof createAssociation>>,
  options?: Parameters<MockWallet['attach']>[2],
) {
  const { keys, request } = association ?? (await createAssociation());
  const [dappEnd, walletEnd] = createChannelPair();
  const ended = wallet.attach(walletEnd, request, options);
  return { ...(await dappHandshake(dappEnd, createDappHello(keys))), dappEnd, ended };
}

/** A wallet with {@link SEED}'s account, or as `options` say, and a session with it. */
export async function connect(options: MockWalletOptions = {}, versions?: readonly string[]) {
  const wallet = await createMockWallet({ accounts: [{ seed: SEED }], ...options });
  const association = await createAssociation(versions);
  const session = await shakeHands(wallet, association);
  return { wallet, association, ...session, dapp: createRpcClient(session.secure) };
}

/** The same, authorized for devnet. */
export async function connectAuthorized(options: MockWalletOptions = {}) {
  const session = await connect(options);
  const { auth_token } = await getResult(session.dapp, 'authorize', {
    identity: IDENTITY,
    chain: 'solana:devnet',
  });
  return { ...session, token: String(auth_token) };
}

/** Calls a method that must succeed. */
export async function getResult(
  dapp: RpcClient,
  method: string,
  params: JsonObject = {},
): Promise<JsonObject> {
  const outcome = await dapp.call(method, params);
  if (outcome.error) throw new Error(`${method}: ${outcome.error.code} ${outcome.error.message}`);
  return outcome.result as JsonObject;
}

/** Calls a method that must fail. */
export async function getError(
  dapp: RpcClient,
  method: string,
  params: JsonObject = {},
): Promise<JsonRpcError> {
  const { error } = await dapp.call(method, params);
  if (!error) throw new Error(`${method} succeeded`);
  return error;
}

export async function getErrorCode(
  dapp: RpcClient,
  method: string,
  params: JsonObject = {},
): Promise<number> {
  return (await getError(dapp, method, params)).code;
}

/**
 * Tells whether the wallet leaves a request without a reply: it answers a later one, and this one ends only
 * with the session.
 */
export async function isSilent(dapp: RpcClient, method: string, params: JsonObject): Promise<boolean> {
  const goodbye = new Error('goodbye');
  const call = dapp.call(method, params).then(
    () => false,
    (reason) => reason === goodbye,
  );
  // The wallet takes its time to authorize and to sign, so the later request is one of the same kind.
  if (method === 'authorize') await getResult(dapp, method, { sign_in_payload: { domain: 'example.com' } });
  await getResult(dapp, 'deauthorize', { auth_token: 'AAAA' });
  await getErrorCode(dapp, 'no_such_method');
  dapp.close(goodbye);
  return call;
}

/** A user of the wallet. Each request for approval waits until the test decides. */
export function createPerson() {
  const asked: ApprovalRequest[] = [];
  const waiting: ((question: Question) => void)[] = [];
  const questions: Question[] = [];
  const approve: Approve = (request, { signal }) => {
    asked.push(request);
    return new Promise<ApprovalDecision>((decide) => {
      const question = { request, signal, decide };
      const listener = waiting.shift();
      if (listener) listener(question);
      else questions.push(question);
    });
  };
  const next = (): Promise<Question> => {
    const question = questions.shift();
    return question ? Promise.resolve(question) : new Promise((resolve) => waiting.push(resolve));
  };
  return { approve, asked, next };
}

type Question = Readonly<{
  request: ApprovalRequest;
  signal: AbortSignal;
  decide: (decision: ApprovalDecision) => void;
}>;
