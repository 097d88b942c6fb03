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

/** The users who have signed in, by session. Keep them in your database, and drop old ones. */
const sessions = new Map<string, { address: string; endsAt: number }>();

const SESSION_S = 86_400; // a day
const SESSION = '__Host-session'; // browsers let no other host set such a cookie, nor a subdomain
const COOKIE = 'HttpOnly; Secure; SameSite=Lax; Path=/';
/** Each request has a cookie of its own, because a user may have several tabs. */
const nameCookie = (nonce: string) => `__Host-nonce-${nonce}`;

function readCookie(request: Request, name: string): string {
  const cookies = request.headers.get('cookie')?.split('; ') ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/**
 * Answers `GET /sign-in` with what the user shall sign, `POST /sign-in` with a session, and
 * `DELETE /sign-in`, which ends it.
 */
export async function handleSignIn(request: Request): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (request.method === 'DELETE') {
    sessions.delete(readCookie(request, SESSION));
    headers.append('set-cookie', `${SESSION}=; Max-Age=0; ${COOKIE}`);
    return Response.json({}, { headers });
  }
  if (request.method === 'GET') {
    // Write your host here, because a request can name any.
    const asked = createRequest('localhost:5173', 'Sign in to Example');
    // The nonce belongs to this browser. Otherwise a stranger could sign the user in as somebody else.
    headers.append('set-cookie', `${nameCookie(asked.nonce)}=1; Max-Age=600; ${COOKIE}`);
    return Response.json(asked, { headers });
  }
  // Any page can post a form, but not JSON to another origin.
  const isJson = request.headers.get('content-type')?.startsWith('application/json');
  const told: unknown = isJson ? await request.json().catch(() => {}) : undefined;
  const { nonce, signedMessage, signature }: Record<string, unknown> = Object(told);
  if (typeof nonce !== 'string' || typeof signedMessage !== 'string' || typeof signature !== 'string')
    return new Response(null, { status: 400, headers });
  try {
    if (readCookie(request, nameCookie(nonce)) !== '1') throw new Error('Another browser was asked');
    const decode = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
    const address = await verifySignIn(nonce, decode(signedMessage), decode(signature));
    const session = crypto.randomUUID();
    sessions.set(session, { address, endsAt: Date.now() + SESSION_S * 1000 });
    headers.append('set-cookie', `${nameCookie(nonce)}=; Max-Age=0; ${COOKIE}`);
    headers.append('set-cookie', `${SESSION}=${session}; Max-Age=${SESSION_S}; ${COOKIE}`);
    return Response.json({ address }, { headers });
  } catch {
    return Response.json({ error: 'Sign in again' }, { status: 401, headers });
  }
}

/** Returns the address of the user who makes a request; `undefined` if nobody has signed in. */
export function getUser(request: Request): string | undefined {
  const session = sessions.get(readCookie(request, SESSION));
  return session && session.endsAt > Date.now() ? session.address : undefined;
}
