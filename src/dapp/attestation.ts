import { checkBase64, checkObject, checkString, createInvalidResponseError } from '../protocol/check.js';
import { type RpcOutcome, WALLET_RPC_CODES } from '../protocol/json-rpc.js';
import { parseErrorData } from '../protocol/rpc-errors.js';
import { createAbortScope } from '../util/abort.js';
import { abortable } from '../util/abortable.js';
import type { Bytes } from '../util/bytes.js';
import { loadCode, MobileWalletError } from '../util/errors.js';

/**
 * Attests the page's origin with the data of a wallet's error -100. Returns the token for `attest_origin`.
 */
export type Attest = (data: unknown) => Promise<string>;

/** The data of a wallet's error -100: the address of its attestation page, and what to attest. */
type Challenge = Readonly<{ attest_origin_uri: string; challenge: Bytes; context: string }>;

const checkChallenge = checkObject<Challenge>({
  attest_origin_uri: checkString,
  challenge: checkBase64(),
  context: checkString,
});

const PAGE_TIMEOUT_MS = 10_000;

/**
 * Makes a request by `send`, and a second time, with the token for `attest_origin`, if the wallet requires
 * the page's origin to be attested. If it requires that again, the response is its error. Attesting ends when
 * `signal` aborts, and so must `send`.
 */
export async function sendAttested<TOutcome extends RpcOutcome>(
  send: (attested: Readonly<{ attest_origin?: string }>) => Promise<TOutcome>,
  attest: Attest | undefined,
  signal: AbortSignal | undefined,
): Promise<TOutcome> {
  const outcome = await send({});
  if (outcome.error?.code !== WALLET_RPC_CODES.ATTEST_ORIGIN_ANDROID || !attest) return outcome;
  const attesting = attest(parseErrorData(outcome.error.data));
  return send({ attest_origin: await abortable(attesting, signal) });
}

/**
 * Asks the wallet's attestation page, in a hidden frame, to attest this page's origin for this session
 * (Mobile Wallet Adapter 2.0, "Web dapp"). `data` is that of the wallet's error, and `secret` the
 * `session_secret` (docs/decisions.md, "Sign-in and attestation").
 *
 * @returns the token for `attest_origin`
 * @throws `INVALID_RESPONSE` for malformed data, or if the page refuses; `SESSION_TIMEOUT` after 10 s;
 * `CODE_NOT_LOADED`; the signal's reason
 */
export async function attestOrigin(data: unknown, secret: Bytes, signal: AbortSignal): Promise<string> {
  const { attest_origin_uri, challenge, context } = checkChallenge(data, 'error.data');
  const url = URL.canParse(attest_origin_uri) ? new URL(attest_origin_uri) : undefined;
  if (url?.protocol !== 'https:') {
    throw createInvalidResponseError('error.data.attest_origin_uri', 'must be https:');
  }
  const scope = createAbortScope([signal], {
    ms: PAGE_TIMEOUT_MS,
    getReason: () => new MobileWalletError('SESSION_TIMEOUT', 'The wallet’s attestation page did not answer'),
  });
  try {
    const loading = loadCode(() => import('./attestation-page.js'));
    const { askAttestationPage } = await abortable(loading, scope.signal);
    const asking = askAttestationPage(url, { challenge, context, secret }, scope.signal);
    const token = await abortable(asking, scope.signal);
    if (typeof token === 'string') return token;
    throw createInvalidResponseError('attest_origin', 'was refused by the wallet’s attestation page');
  } finally {
    scope.abort(undefined);
  }
}
