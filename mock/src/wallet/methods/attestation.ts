import {
  concatBytes,
  encodeBase64,
  encodeUtf8,
  type JsonObject,
  WALLET_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import type { MockAttestation, MockSession } from '../mock-session.js';
import { refuse } from '../refusal.js';

/** The methods before which a wallet may ask for an attestation of the dapp's origin. */
export const ATTESTED_METHODS: readonly string[] = ['authorize', 'reauthorize', 'clone_authorization'];
const CHALLENGE_LENGTH = 32;
/**
 * The `info` of the session secret. The specification does not define it; this is the value that wallets use.
 */
const SECRET_INFO = 'mwa-attest-origin';

/**
 * Refuses a request with -100 and a new challenge, unless the dapp's origin is attested in this association.
 */
export async function assertAttested(
  params: JsonObject,
  { uri, context, isAttested }: MockAttestation,
  session: MockSession,
): Promise<void> {
  const { association } = session;
  const { challenge } = association;
  if (challenge === 'attested') return;
  const token = params['attest_origin'];
  if (
    challenge &&
    typeof token === 'string' &&
    (await isAttested(token, await deriveHash(challenge, session)))
  ) {
    association.challenge = 'attested';
    return;
  }
  const fresh = crypto.getRandomValues(new Uint8Array(CHALLENGE_LENGTH));
  association.challenge = fresh;
  refuse(WALLET_RPC_CODES.ATTEST_ORIGIN_ANDROID, undefined, {
    attest_origin_uri: uri,
    challenge: encodeBase64(fresh),
    context,
  });
}

async function deriveHash(challenge: Uint8Array, { deriveSecret }: MockSession): Promise<string> {
  const bound = concatBytes(encodeUtf8('attest-origin'), challenge, await deriveSecret(SECRET_INFO));
  return encodeBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', bound)));
}
