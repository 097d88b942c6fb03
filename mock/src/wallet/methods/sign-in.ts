import {
  decodeBase58,
  encodeBase64,
  encodeUtf8,
  type Identity,
  JSON_RPC_CODES,
  type JsonObject,
  type SignInPayload,
  type SignInResult,
} from 'mobile-wallet-standard/endpoint';
import { keepDefined } from '../../values/parse.js';
import type { Signer } from '../accounts.js';
import { readObject, readText, readTexts } from '../params.js';
import type { Quirks } from '../quirks.js';
import { leaveUnanswered, refuse } from '../refusal.js';

/** The fields after the statement, in the order of the text. */
const LABELS = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const;
const TEXT_FIELDS = ['domain', 'address', 'statement', ...LABELS.map(([key]) => key)] as const;
const NONCE = /^[A-Za-z0-9]{8,}$/;
/** What Android's date format reads. It ignores the rest of the text after a zone without a colon. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z$|[+-]\d\d:\d\d\s*$|[+-]\d{4})/;

/**
 * Reads `sign_in_payload`. The default domain is the identity's host, or else its name. A malformed payload
 * is not answered, or answered with -32602.
 */
export function readSignInPayload(
  params: JsonObject,
  identity: Identity,
  quirks: Quirks,
): SignInPayload | undefined {
  const object = readObject(params, 'sign_in_payload');
  if (object === undefined) return undefined;
  const fields: SignInPayload = keepDefined(
    Object.fromEntries(TEXT_FIELDS.map((key) => [key, readText(object, key, quirks)])),
  );
  const resources = readTexts(object, 'resources');
  const { nonce, issuedAt, expirationTime, notBefore, address } = fields;
  const isWellFormed =
    (nonce === undefined || NONCE.test(nonce)) &&
    [issuedAt, expirationTime, notBefore].every((time) => time === undefined || TIME.test(time)) &&
    (address === undefined || isBase58(address));
  if (!isWellFormed) {
    if (quirks.silentOnMalformedSignIn) leaveUnanswered('silence');
    refuse(JSON_RPC_CODES.INVALID_PARAMS, 'sign_in_payload is malformed');
  }
  const domain = fields.domain ?? getDomain(identity, quirks);
  return { ...fields, ...(domain !== undefined && { domain }), ...(resources.length > 0 && { resources }) };
}

/**
 * Returns the text that `address` (base58) signs, as the reference library writes it: a field that is empty
 * has its line, too, except `uri`. Crashes, or throws a RangeError, when neither the payload nor the identity
 * has a domain.
 */
export function writeSignInText(payload: SignInPayload, address: string, quirks: Quirks): string {
  const { domain, statement, resources } = payload;
  if (domain === undefined) {
    if (quirks.crashesWithoutDomain) leaveUnanswered('crashed');
    throw new RangeError('cannot prepare sign in message, no domain provided');
  }
  const lines = LABELS.flatMap(([key, label]) => {
    const value = payload[key];
    return value === undefined || (key === 'uri' && value === '') ? [] : [`${label}: ${value}`];
  });
  if (resources) lines.push('Resources:', ...resources.map((resource) => `- ${resource}`));
  const head = `${domain} wants you to sign in with your Solana account:\n${address}\n`;
  const gap = quirks.extraSignInNewline ? '\n' : '';
  const opening = statement === undefined ? `${head}${gap}` : `${head}\n${statement}\n`;
  return lines.length === 0 ? opening.trim() : [opening, ...lines].join('\n');
}

/** Signs a sign-in text. Returns `undefined` if the wallet has no `sign_in_result`. */
export async function signIn(
  text: string,
  { account, sign }: Signer,
  { signInResult }: Quirks,
): Promise<SignInResult | undefined> {
  if (signInResult === 'absent') return undefined;
  const message = encodeUtf8(text);
  const signature = signInResult === 'signed' ? encodeBase64(await sign(message)) : '';
  return {
    address: encodeBase64(account.publicKey),
    signed_message: encodeBase64(message),
    signature,
    signature_type: 'ed25519',
  };
}

/** Returns the identity's host, as it is written, or its name if it has no `uri`. */
function getDomain({ uri, name }: Identity, { domainWithoutPort }: Quirks): string | undefined {
  if (uri === undefined) return name;
  const [, authority] = /^[^:]*:\/\/([^/?#\\]*)/.exec(uri) ?? [];
  const host = authority?.replace(/^.*@/, '');
  return domainWithoutPort ? host?.replace(/:\d*$/, '') : host;
}

function isBase58(text: string): boolean {
  try {
    decodeBase58(text);
    return true;
  } catch {
    return false;
  }
}
