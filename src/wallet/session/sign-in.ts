import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import { encodeBase58 } from '../../base58-encode.js';
import { decodeBase64, decodeUtf8 } from '../../bytes.js';
import { hasAskedResources, type SignInRequest, signInByMessage, withDomain } from '../../dapp/sign-in.js';
import { assertSignature } from '../../dapp/signatures.js';
import { attempt, MobileWalletError } from '../../errors.js';
import { createInvalidResponseError } from '../../protocol/check.js';
import { getWireIdentity } from '../../protocol/identity.js';
import { getSignInPayload, parseSignInText, TIMES } from '../../protocol/sign-in.js';
import type { ChainIdentifier, SignInPayload, SignInResult } from '../../protocol/types.js';
import { assertRequestFits } from '../../session/rpc.js';
import type { Settings } from '../options.js';
import type { RunInSession, WalletSession } from './authorization.js';
import { type Grants, getAddressHint } from './grant.js';

const PATH = 'sign_in_result';

/**
 * Checks all inputs, then signs in with one authorization for each. `getMaxTextBytes` returns the most bytes of a request in the next
 * session, if that is known before it is opened.
 */
export async function signIn(
  inputs: readonly (SolanaSignInInput | undefined)[],
  run: RunInSession,
  { identity, chains }: Settings,
  grants: Grants,
  getMaxTextBytes: () => number | undefined,
): Promise<readonly SolanaSignInOutput[]> {
  const payloads = inputs.map((input) => withDomain(getSignInPayload(input, ''), identity));
  for (const sign_in_payload of payloads) {
    // The request has a chain, too, whose name depends on the wallet's protocol.
    const params = { identity: getWireIdentity(identity), sign_in_payload };
    assertRequestFits('authorize', params, getMaxTextBytes());
  }
  return run('signIn', async (session) => {
    const outputs: SolanaSignInOutput[] = [];
    for (const payload of payloads) {
      const chain = getSignInChain(payload, chains);
      outputs.push(await session.exclusively(() => signInOnce(session, chain, payload, grants)));
    }
    return outputs;
  });
}

async function signInOnce(
  session: WalletSession,
  chain: ChainIdentifier,
  payload: SignInRequest,
  grants: Grants,
): Promise<SolanaSignInOutput> {
  const authorization = await session.authorizeAfresh(chain, {
    ...getAddressHint(grants.getGrant(), chain, payload.address === undefined ? [] : [payload.address]),
    sign_in_payload: payload,
  });
  const { sign_in_result: signed } = authorization;
  const result =
    signed && hasAskedResources(signed, payload)
      ? signed
      : await signInByMessage(session.getWallet(), authorization, payload);
  return createSignInOutput(result, payload, grants.getAccounts());
}

/** Returns the registered chain that a sign-in names, otherwise the first. */
function getSignInChain({ chainId }: SignInPayload, chains: Settings['chains']): ChainIdentifier {
  const name = chainId?.replace('solana:', '').replace('mainnet-beta', 'mainnet');
  return chains.find((chain) => chain === `solana:${name}`) ?? chains[0];
}

/**
 * Checks a wallet's sign-in: a granted account must have signed a text with every field that was asked for. Compares
 * fields and not whole texts, because wallets use different line breaks and may add fields.
 *
 * @throws `INVALID_RESPONSE`; `ACCOUNT_NOT_AUTHORIZED` if the account was not granted
 */
async function createSignInOutput(
  result: SignInResult,
  asked: SignInPayload,
  accounts: readonly WalletAccount[],
): Promise<SolanaSignInOutput> {
  // Take the key from the result, because the page can write into the account's `publicKey`.
  const publicKey = decodeBase64(result.address);
  const address = encodeBase58(publicKey);
  for (const needed of [asked.address ?? address, address]) {
    if (accounts.some((candidate) => candidate.address === needed)) continue;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${needed}`, {
      address: needed,
    });
  }
  if (asked.address !== undefined && asked.address !== address) {
    throw createInvalidResponseError(`${PATH}.address`, 'is not the address that was asked to sign in');
  }
  const account = accounts.find((candidate) => candidate.address === address) as WalletAccount;
  const signedMessage = decodeBase64(result.signed_message);
  const signature = decodeBase64(result.signature);
  assertFields(signedMessage, { ...asked, address });
  await assertSignature(publicKey, { signature, message: signedMessage }, `${PATH}.signature`);
  return { account, signedMessage, signature, signatureType: 'ed25519' };
}

function assertFields(signedMessage: Uint8Array, asked: SignInPayload): void {
  const signed = attempt(() => parseSignInText(decodeUtf8(signedMessage)));
  for (const [key, value] of Object.entries(asked)) {
    const other = signed?.[key as keyof SignInPayload];
    if (!isSameField(key, value, other)) {
      throw createInvalidResponseError(`${PATH}.signed_message`, `differs in ${key} from what was asked`);
    }
  }
}

/** Whether two values of a field are the same. Wallets may write a time in another ISO 8601 form. */
function isSameField(key: string, a: unknown, b: unknown): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  return TIMES.some((time) => time === key) && Date.parse(String(a)) === Date.parse(String(b));
}
