import { isDeepStrictEqual } from 'node:util';
import {
  type Address,
  address,
  getAddressEncoder,
  getPublicKeyFromAddress,
  signatureBytes,
  verifySignature,
} from '@solana/kit';
import { parseSignInText } from 'mobile-wallet-standard/endpoint';

const VALID_MS = 600_000;

/** Keys for which anybody can sign: the points of small order, in hex, without their bit of the sign. */
const WEAK_KEYS = [
  ...['00', '01'].map((first) => first + '00'.repeat(31)),
  ...['ec', 'ed', 'ee'].map((first) => `${first}${'ff'.repeat(30)}7f`),
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
];

/** Whether anybody can sign for an account. */
function isWeak(account: Address): boolean {
  const key = Buffer.from(getAddressEncoder().encode(account));
  key.writeUInt8(key.readUInt8(31) & 0x7f, 31);
  return WEAK_KEYS.includes(key.toString('hex'));
}

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
  if (isWeak(address(signer))) throw new Error('This account cannot sign');
  const key = await getPublicKeyFromAddress(address(signer));
  if (!(await verifySignature(key, signatureBytes(signature), signedMessage)))
    throw new Error('The signature is not of this account');
  return address(signer);
}
