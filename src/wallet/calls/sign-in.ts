import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import {
  assertFits,
  getRequestSize,
  getSignedMessagesSize,
  type MessageSize,
} from '../../connection/message-size.js';
import {
  createNotGrantedError,
  createSignInMessage,
  type EncodeSignInText,
  finishSignIn,
  type SignInRequest,
  withDomain,
} from '../../dapp/sign-in-message.js';
import { assertSignature } from '../../dapp/signatures.js';
import { parseObject } from '../../protocol/arguments.js';
import { createInvalidResponseError } from '../../protocol/check.js';
import { parseWireIdentity } from '../../protocol/identity.js';
import { encodeOffchainMessage } from '../../protocol/offchain-message.js';
import { isSet } from '../../protocol/payloads.js';
import { parseSignInPayload, parseSignInText, TIMES } from '../../protocol/sign-in-text.js';
import type { ChainIdentifier, Identity, SignInPayload, SignInResult } from '../../protocol/types.js';
import { encodeBase58 } from '../../util/base58.js';
import { decodeBase64, decodeUtf8, encodeBase64, KEY_LENGTH } from '../../util/bytes.js';
import { assertArgument, attempt } from '../../util/errors.js';
import { type Grants, getAddressHint } from '../grant/grant.js';
import type { Settings } from '../open/settings.js';
import type { WalletSession } from './authorization.js';
import type { RunInSession } from './running-calls.js';

/** A checked sign-in: its payload, and whether its text is to be signed in an off-chain message. */
type CheckedSignIn = Readonly<{ payload: SignInRequest; isOffchain: boolean }>;

const PATH = 'sign_in_result';

/** The key with the longest base58 address. */
const LONGEST_KEY = encodeBase64(new Uint8Array(KEY_LENGTH).fill(0xff));

/**
 * Checks all inputs, then signs in one after another: with one authorization for each, or by one off-chain
 * message. `getNextMaxBytes` returns how much the next session carries, if that is known before it is opened.
 */
export async function signIn(
  inputs: readonly (SolanaSignInInput | undefined)[],
  run: RunInSession,
  { identity, chains, assert }: Settings,
  grants: Grants,
  getNextMaxBytes: () => number | undefined,
): Promise<readonly SolanaSignInOutput[]> {
  // The text names the dapp.
  assert('session');
  const signIns = inputs.map((input) => ({
    payload: withDomain(parseSignInPayload(input, ''), identity),
    isOffchain: parseIsOffchain(input),
  }));
  const assertAllFit = (maxBytes: number | undefined): void => {
    if (maxBytes) for (const checked of signIns) assertFits(getSize(checked, identity), maxBytes);
  };
  assertAllFit(getNextMaxBytes());
  const isConnected = grants.getAccounts().length > 0;
  const [named] = signIns.flatMap(({ payload }) => (isConnected && payload.address) || []);
  const signAllIn = async (
    session: WalletSession,
    signal: AbortSignal,
  ): Promise<readonly SolanaSignInOutput[]> => {
    assertAllFit(session.maxBytes);
    const outputs: SolanaSignInOutput[] = [];
    for (const checked of signIns) {
      const sign = checked.isOffchain ? signOffchain : signPlainly;
      const signing = session.exclusively(async () => {
        const result = await sign({ session, payload: checked.payload, chains, grants, signal });
        return createSignInOutput(result, checked, grants.getAccounts());
      });
      outputs.push(await signing);
    }
    return outputs;
  };
  return run('sign-in', signAllIn, undefined, named);
}

/** Whether the text is to be signed in an off-chain message. @throws `INVALID_ARGUMENT` */
function parseIsOffchain(input: SolanaSignInInput | undefined): boolean {
  const config: unknown = input?.useOffchainMessage;
  if (!isSet(config)) return false;
  const { messageVersion } = parseObject(config, 'useOffchainMessage');
  assertArgument(messageVersion === 1, 'useOffchainMessage.messageVersion', 'must be 1');
  return true;
}

/** Returns what the connection has to carry for a sign-in. */
function getSize({ payload, isOffchain }: CheckedSignIn, identity: Identity): MessageSize {
  // The account may not be known yet.
  if (isOffchain)
    return getSignedMessagesSize([createSignInMessage(payload, LONGEST_KEY, encodeOffchain)], 1);
  // The request has a chain, too, whose name depends on the wallet's protocol.
  const params = { identity: parseWireIdentity(identity), sign_in_payload: payload };
  return getRequestSize('authorize', params);
}

/** Signs in once, when it is its turn. */
type Sign = (
  call: Readonly<{
    session: WalletSession;
    payload: SignInRequest;
    chains: Settings['chains'];
    grants: Grants;
    signal: AbortSignal;
  }>,
) => Promise<SignInResult>;

/** Signs in by an authorization, and by a message if the wallet returns no sign-in. */
const signPlainly: Sign = async ({ session, payload, chains, grants, signal }) => {
  const chain = findNamedChain(payload, chains) ?? chains[0];
  const authorization = await session.askUser(chain, {
    ...getAddressHint(grants.readGrant(), chain, getNeeded(payload)),
    sign_in_payload: payload,
  });
  return finishSignIn(session.plainRequests.signMessages, authorization, payload, signal);
};

const encodeOffchain: EncodeSignInText = (text, address) =>
  encodeOffchainMessage({ text, addresses: [address] });

/** Signs in by an off-chain message. The user is asked for an authorization only if there is none. */
const signOffchain: Sign = async ({ session, payload, chains, grants }) => {
  const accounts = grants.getAccounts();
  const connected = accounts.find(({ address }) => address === (payload.address ?? address));
  const chain = findNamedChain(payload, chains) ?? (connected?.chains[0] as ChainIdentifier) ?? chains[0];
  return session.request(chain, getNeeded(payload), (requests, signal) => {
    // Read the accounts now, because an authorization may have replaced them.
    const { addresses = [] } = getAddressHint(grants.readGrant(), chain, []);
    const authorized = { accounts: addresses.map((address) => ({ address })) };
    return finishSignIn(requests.signMessages, authorized, payload, signal, encodeOffchain);
  });
};

function getNeeded({ address }: SignInPayload): readonly string[] {
  return address === undefined ? [] : [address];
}

/** Returns the registered chain that a sign-in names, if it names one. */
function findNamedChain({ chainId }: SignInPayload, chains: Settings['chains']): ChainIdentifier | undefined {
  const name = chainId?.replace('solana:', '').replace('mainnet-beta', 'mainnet');
  return chains.find((chain) => chain === `solana:${name}`);
}

/**
 * Checks a wallet's sign-in: a granted account must have signed a text with its own address and every other
 * field that was asked for. The account may be another one than the dapp asked for, because the user may
 * choose. Compares fields and not whole texts, because wallets use different line breaks and may add fields.
 *
 * @throws `INVALID_RESPONSE`; `ACCOUNT_NOT_AUTHORIZED` if the account was not granted
 */
async function createSignInOutput(
  result: SignInResult,
  { payload: asked, isOffchain }: CheckedSignIn,
  accounts: readonly WalletAccount[],
): Promise<SolanaSignInOutput> {
  // Take the key from the result, because the page can write into the account's `publicKey`.
  const publicKey = decodeBase64(result.address);
  const address = encodeBase58(publicKey);
  const account = accounts.find((candidate) => candidate.address === address);
  if (!account) throw createNotGrantedError(address);
  const signedMessage = decodeBase64(result.signed_message);
  const signature = decodeBase64(result.signature);
  // The text in an off-chain message is this library's own.
  if (!isOffchain) assertFields(signedMessage, { ...asked, address });
  await assertSignature(publicKey, { signature, message: signedMessage }, `${PATH}.signature`);
  return {
    account,
    signedMessage,
    signature,
    signatureType: 'ed25519',
    ...(isOffchain && { signedMessageFormat: { kind: 'offchainMessage', messageVersion: 1 } }),
  };
}

function assertFields(signedMessage: Uint8Array, asked: SignInPayload): void {
  const signed = attempt(() => parseSignInText(decodeUtf8(signedMessage)));
  for (const [key, value] of Object.entries(asked)) {
    if (!isSameField(key, value, signed?.[key as keyof SignInPayload])) {
      throw createInvalidResponseError(`${PATH}.signed_message`, `differs in ${key} from what was asked`);
    }
  }
}

/** Whether two values of a field are the same. Wallets may write a time in another ISO 8601 form. */
function isSameField(key: string, a: unknown, b: unknown): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  return TIMES.some((time) => time === key) && Date.parse(String(a)) === Date.parse(String(b));
}
