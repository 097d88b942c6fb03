import { ed25519 } from '@noble/curves/ed25519.js';
import { type Channel, createChannelPair } from '../../src/connection/channel.js';
import { walletHandshake } from '../../src/connection/handshake.js';
import type { SecureChannel } from '../../src/connection/secure-channel.js';
import { parseAssociationUri } from '../../src/protocol/association.js';
import { parseJsonRpcRequest } from '../../src/protocol/json-rpc.js';
import { createSignInText } from '../../src/protocol/sign-in-text.js';
import type { ChainIdentifier, SignInPayload } from '../../src/protocol/types.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createMemoryStore } from '../support/wallet.js';

const SEED = new Uint8Array(32).fill(1);
export const PUBLIC_KEY = ed25519.getPublicKey(SEED);
export const OTHER_SEED = new Uint8Array(32).fill(2);
export const OTHER_PUBLIC_KEY = ed25519.getPublicKey(OTHER_SEED);
const SIGNATURE_LENGTH = 64;

/** The result that a wallet gives to a request with these parameters. */
type Answer = (params: JsonObject) => object;

/** What a wallet answers, by method. */
export type Answers = Readonly<Record<string, Answer>>;

/** Signs a message, by default as the account that is granted. */
export const sign = (message: Uint8Array, seed = SEED): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(ed25519.sign(message, seed));

/** The payloads of a request. */
export const getPayloads = ({ payloads }: JsonObject): readonly Uint8Array[] =>
  (payloads as readonly string[]).map(decodeBase64);

/** Puts a signature into the first slot of a wire transaction with one signature. */
export const withSignature = (wire: Uint8Array, signature: Uint8Array): Uint8Array =>
  concatBytes(wire.subarray(0, 1), signature, wire.subarray(1 + SIGNATURE_LENGTH));

/** The signed part of a wire transaction with one signature. */
export const getMessage = (wire: Uint8Array): Uint8Array => wire.subarray(1 + SIGNATURE_LENGTH);

/** An authorization of one account. */
export const grant = (publicKey: Uint8Array = PUBLIC_KEY, members: object = {}) => ({
  auth_token: 'token',
  accounts: [{ address: encodeBase64(publicKey), ...members }],
});

/** An answer to a sign-in whose text has `changes`, signed with `seed`, said to be by `publicKey`. */
export const signIn =
  (changes: Partial<SignInPayload> = {}, seed = SEED, publicKey: Uint8Array = PUBLIC_KEY): Answer =>
  ({ sign_in_payload }) => {
    const asked = sign_in_payload as SignInPayload & { domain: string };
    const message = encodeUtf8(
      createSignInText({ ...asked, address: encodeBase58(publicKey), ...changes } as typeof asked & {
        address: string;
      }),
    );
    const sign_in_result = {
      address: encodeBase64(publicKey),
      signed_message: encodeBase64(message),
      signature: encodeBase64(sign(message, seed)),
    };
    return { ...grant(), sign_in_result };
  };

const HONEST: Answers = {
  authorize: () => grant(),
  get_capabilities: () => ({
    supported_transaction_versions: ['legacy', 0],
    features: ['solana:signTransactions'],
  }),
  sign_messages: (params) => ({
    signed_payloads: getPayloads(params).map((message) => encodeBase64(concatBytes(message, sign(message)))),
  }),
  sign_transactions: (params) => ({
    signed_payloads: getPayloads(params).map((wire) =>
      encodeBase64(withSignature(wire, sign(getMessage(wire)))),
    ),
  }),
};

/** A request that a wallet received. */
export type Request = Readonly<{ method: string; params: JsonObject }>;

/** An error that a wallet answers with; thrown by an {@link Answer}. */
export class WalletRefusal extends Error {
  readonly error: object;
  constructor(error: object) {
    super('refused');
    this.error = error;
  }
}

/**
 * Answers a session's requests honestly except for `lies`, and adds each to `requests`. Rejects when the
 * session ends.
 */
export async function serveLies(secure: SecureChannel, lies: Answers, requests: Request[]): Promise<never> {
  const answers = { ...HONEST, ...lies };
  for (;;) {
    const request = parseJsonRpcRequest(await secure.read());
    if (request.error) throw new Error('not a request');
    const { id, method, params } = request;
    requests.push({ method, params });
    await secure.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer(answers[method], params) }));
  }
}

function answer(method: Answer | undefined, params: JsonObject): object {
  try {
    return { result: method?.(params) ?? {} };
  } catch (error) {
    if (error instanceof WalletRefusal) return { error: error.error };
    throw error;
  }
}

/**
 * Creates a dapp's wallet object whose wallet app is honest except for `lies`. Also returns the requests that
 * it received.
 */
export function setUpLiar(lies: Answers, options: Pick<MobileWalletOptions, 'chains'> = {}) {
  const launches: string[] = [];
  const requests: Request[] = [];
  const sessions: Promise<void>[] = [];

  const serve = async (channel: Channel, uri: string): Promise<void> => {
    const { associationPublicKey } = parseAssociationUri(uri);
    const { secure } = await walletHandshake(channel, associationPublicKey, '{"v":"1"}');
    await serveLies(secure, lies, requests);
  };

  const settings = {
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'] as readonly ChainIdentifier[],
    store: createMemoryStore(),
    launch: (uri: string) => void launches.push(uri),
    async dial() {
      const [dapp, own] = createChannelPair();
      // It ends when the dapp hangs up.
      sessions.push(serve(own, launches.at(-1) ?? '').catch(() => {}));
      return dapp;
    },
    ...options,
  } satisfies MobileWalletOptions;
  return {
    wallet: createMobileWallet(settings),
    settings,
    launches,
    requests,
    whenIdle: () => Promise.allSettled(sessions),
  };
}

/** The same after a connect, in a session that has ended. */
export async function setUpConnectedLiar(lies: Answers) {
  const context = setUpLiar(lies);
  const { accounts } = await context.wallet.features['standard:connect'].connect();
  const [account] = accounts;
  if (!account) throw new Error('no account');
  await context.whenIdle();
  return { ...context, account };
}
