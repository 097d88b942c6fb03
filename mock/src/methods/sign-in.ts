import {
  createSignInText,
  decodeBase58,
  encodeBase64,
  encodeUtf8,
  type Identity,
  JSON_RPC,
  type JsonObject,
  type SignInPayload,
  type SignInResult,
} from 'mobile-wallet-standard/endpoint';
import type { Signer } from '../accounts.js';
import { readArray, readObject, readText, readTexts } from '../params.js';
import type { Quirks } from '../quirks.js';
import { fallSilent, refuse } from '../refusal.js';

const TEXT_FIELDS = [
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const;
const NONCE = /^[A-Za-z0-9]{8,}$/;
/** What Android's date format reads. It ignores the rest of the text. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/;

/**
 * Reads `sign_in_payload`. The default domain is the identity's host, or else its name. A malformed payload is not
 * answered, or answered with -32602.
 */
export function readSignInPayload(
  params: JsonObject,
  identity: Identity,
  quirks: Quirks,
): SignInPayload | undefined {
  const object = readObject(params, 'sign_in_payload');
  if (object === undefined) return undefined;
  const texts = TEXT_FIELDS.map((key) => [key, readText(object, key, quirks)] as const);
  const resources = readArray(object, 'resources') && readTexts(object, 'resources');
  const fields: SignInPayload = Object.fromEntries(texts.filter(([, text]) => text !== undefined));
  const { nonce, issuedAt, expirationTime, notBefore, address } = fields;
  const isWellFormed =
    (nonce === undefined || NONCE.test(nonce)) &&
    [issuedAt, expirationTime, notBefore].every((time) => time === undefined || TIME.test(time)) &&
    (address === undefined || isBase58(address));
  if (!isWellFormed) {
    if (quirks.silentOnMalformedSignIn) fallSilent();
    refuse(JSON_RPC.INVALID_PARAMS, 'sign_in_payload is malformed');
  }
  const domain = fields.domain ?? getDomain(identity, quirks);
  return { ...fields, ...(domain && { domain }), ...(resources?.length && { resources }) };
}

/**
 * Returns the text that `address` (base58) signs.
 *
 * @throws RangeError when neither the payload nor the identity has a domain
 */
export function getSignInText(payload: SignInPayload, address: string, quirks: Quirks): string {
  const { domain } = payload;
  if (!domain) throw new RangeError('cannot prepare sign in message, no domain provided');
  const text = createSignInText({ ...payload, domain, address });
  if (payload.statement || !quirks.extraSignInNewline) return text;
  const headEnd = text.indexOf('\n\n');
  return headEnd < 0 ? text : `${text.slice(0, headEnd)}\n${text.slice(headEnd)}`;
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

function getDomain({ uri, name }: Identity, { domainWithoutPort }: Quirks): string | undefined {
  if (uri === undefined || !URL.canParse(uri)) return name;
  const { host, hostname } = new URL(uri);
  return domainWithoutPort ? hostname : host;
}

function isBase58(text: string): boolean {
  try {
    decodeBase58(text);
    return true;
  } catch {
    return false;
  }
}
