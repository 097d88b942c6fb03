import { isDeepStrictEqual } from 'node:util';
import { type Address, address, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit';
import { parseSignInText } from 'mobile-wallet-standard/endpoint';

const VALID_MS = 600_000;

/** What the user is asked to sign, in the fields of Sign In With Solana. */
export type SignInRequest = {
  domain: string;
  statement?: string;
  nonce: string;
  issuedAt: string;
  expirationTime: string;
};

/** The requests that wait for an answer, by nonce. Keep them in your database, and drop old ones. */
const waiting = new Map<string, SignInRequest>();

/** Creates a request for the page. `domain` is the host of your site, with its port if it has one. */
export function createRequest(domain: string, statement?: string): SignInRequest {
  const nonce = crypto.randomUUID().replaceAll('-', ''); // letters and digits only
  const now = Date.now();
  const request = {
    domain,
    ...(statement !== undefined && { statement }),
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + VALID_MS).toISOString(),
  };
  waiting.set(nonce, request);
  return request;
}

/** Returns the address that has signed the request with this nonce, or throws. A nonce counts once. */
export async function verifySignIn(
  nonce: string,
  signedMessage: Uint8Array,
  signature: Uint8Array,
): Promise<Address> {
  const request = waiting.get(nonce);
  waiting.delete(nonce);
  if (!request || Date.parse(request.expirationTime) < Date.now()) throw new Error('Begin anew');
  // By default, it drops a byte order mark and replaces wrong bytes: others would read as the same text.
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(signedMessage);
  // The fields and not the text, because wallet apps write its line breaks in different ways.
  const { address: signer = '', ...fields } = parseSignInText(text) ?? {};
  if (!isDeepStrictEqual(fields, request)) throw new Error('Another text was signed');
  const key = await getPublicKeyFromAddress(address(signer));
  if (!(await verifySignature(key, signatureBytes(signature), signedMessage)))
    throw new Error('The signature is not of this account');
  return address(signer);
}
