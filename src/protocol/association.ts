import { type Bytes, decodeBase64Url, encodeBase64Url, trimEnd } from '../bytes.js';
import { createInvalidArgumentError } from '../errors.js';

/** The session protocol versions that a dapp may offer in an association URI. */
export type ProtocolVersion = 'v1' | 'legacy';

/** What an association URI says besides the association token. */
export type Association = Readonly<
  | { type: 'local'; port: number }
  | { type: 'remote'; reflector: string; reflectorId: Uint8Array }
  | { type: 'local-nostr' | 'remote-nostr'; relay: string; publicKey: string }
>;

/** A parsed association URI. */
export type AssociationRequest = Readonly<{
  association: Association;
  /** The dapp's association public key: a P-256 point, 65 bytes, uncompressed. */
  associationPublicKey: Bytes;
  /** Protocol versions offered with `v`, in their order; empty for a legacy dapp. */
  versions: readonly string[];
}>;

const SCHEME = 'solana-wallet:';
const TYPES: readonly Association['type'][] = ['local', 'remote', 'local-nostr', 'remote-nostr'];
const MIN_PORT = 49152;
const MAX_PORT = 65535;
/** Linux, and so Android, gives the ports up to 60999 to outgoing connections, and the wallet could not listen there. */
const FIRST_QUIET_PORT = 61000;
/** Bytes of an uncompressed P-256 point. */
export const POINT_LENGTH = 65;

/** Picks a random port for a local association, of the part of 49152–65535 that Linux leaves alone. */
export function getRandomPort(): number {
  const [random] = crypto.getRandomValues(new Uint16Array(1));
  return FIRST_QUIET_PORT + ((random as number) % (MAX_PORT - FIRST_QUIET_PORT + 1));
}

/**
 * `https://`, a host without credentials, and a path without what `URL` would remove or change into a `/`. Without the
 * slashes, browsers resolve the URI against the page that opens it: on an `https:` page `https:good` is a path.
 */
const BASE_URI = /^https:\/\/[^/?#\\@\s\p{Cc}]+(\/[^?#\\\s\p{Cc}]*)?$/iu;
const LONGEST_BASE_URI = 2_048;

/**
 * Whether a `wallet_uri_base` can be used: an absolute `https:` URI without query, fragment or credentials, of 2,048
 * characters at most. A scheme of the wallet's own cannot: any app on the phone could claim it (Mobile Wallet Adapter
 * 2.0, "Endpoint-specific URIs").
 */
export function isBaseUri(baseUri: unknown): baseUri is string {
  return (
    typeof baseUri === 'string' &&
    baseUri.length <= LONGEST_BASE_URI &&
    BASE_URI.test(baseUri) &&
    URL.canParse(baseUri)
  );
}

/** Throws `INVALID_ARGUMENT` unless `baseUri` can be used ({@link isBaseUri}). */
export function assertBaseUri(baseUri: unknown): asserts baseUri is string {
  if (isBaseUri(baseUri)) return;
  throw createInvalidArgumentError(
    'baseUri',
    'must be an absolute https: URI without query, fragment or credentials',
  );
}

/**
 * Builds the URI that makes a wallet app listen (Mobile Wallet Adapter 2.0, "Association").
 *
 * @param associationPublicKey the dapp's association key: a P-256 point, 65 bytes, uncompressed
 * @param options.baseUri a wallet's `wallet_uri_base`; `solana-wallet:` without it
 * @throws `INVALID_ARGUMENT` for a `baseUri` that is not `https:`
 */
export function getAssociationUri(
  association: Association,
  associationPublicKey: Uint8Array,
  { baseUri, versions = ['v1'] }: Readonly<{ baseUri?: string; versions?: readonly ProtocolVersion[] }> = {},
): string {
  const query = new URLSearchParams({
    association: encodeBase64Url(associationPublicKey),
    ...getParameters(association),
  });
  for (const version of versions) query.append('v', version);
  if (baseUri !== undefined) assertBaseUri(baseUri);
  // In lower case, by which a launch knows it from the system's own scheme.
  const prefix = baseUri === undefined ? SCHEME : `https:${trimEnd(baseUri.slice('https:'.length), '/')}`;
  return `${prefix}/${getPath(association.type)}?${query}`;
}

function getPath(type: Association['type']): string {
  return `v1/associate/${type.replace('-', '/')}`;
}

function getParameters(association: Association): Record<string, string> {
  switch (association.type) {
    case 'local':
      return { port: String(association.port) };
    case 'remote':
      return { reflector: association.reflector, id: encodeBase64Url(association.reflectorId) };
    default:
      return { relay: association.relay, pubkey: association.publicKey };
  }
}

/**
 * Reads an association URI as a wallet does, under `solana-wallet:` or any `https:` prefix.
 *
 * @throws `INVALID_ARGUMENT` naming the part that is missing or malformed
 */
export function parseAssociationUri(uri: string): AssociationRequest {
  if (!URL.canParse(uri)) throw createInvalidArgumentError('uri', 'must be an absolute URI');
  const url = new URL(uri);
  const type = TYPES.find((candidate) => url.pathname.endsWith(`/${getPath(candidate)}`));
  if (type === undefined || (url.protocol !== SCHEME && url.protocol !== 'https:')) {
    throw createInvalidArgumentError('uri', 'must be a wallet association URI');
  }
  return {
    association: parseAssociation(type, url.searchParams),
    associationPublicKey: parsePoint(url.searchParams),
    versions: url.searchParams.getAll('v'),
  };
}

function parseAssociation(type: Association['type'], query: URLSearchParams): Association {
  switch (type) {
    case 'local': {
      const port = Number(getParameter(query, 'port', /^\d{1,5}$/));
      if (port < MIN_PORT || port > MAX_PORT) {
        throw createInvalidArgumentError('port', `must be from ${MIN_PORT} to ${MAX_PORT}`);
      }
      return { type, port };
    }
    case 'remote':
      return {
        type,
        reflector: getParameter(query, 'reflector', /^[^/?#@\s]+$/),
        reflectorId: decodeParameter('id', getParameter(query, 'id', /./)),
      };
    default:
      return {
        type,
        relay: getParameter(query, 'relay', /^[^?#@\s]+$/),
        publicKey: getParameter(query, 'pubkey', /^[0-9a-f]{64}$/),
      };
  }
}

function parsePoint(query: URLSearchParams): Bytes {
  const point = decodeParameter('association', getParameter(query, 'association', /./));
  if (point.length !== POINT_LENGTH || point[0] !== 4) {
    throw createInvalidArgumentError('association', 'must be an uncompressed P-256 point');
  }
  return point;
}

function getParameter(query: URLSearchParams, name: string, pattern: RegExp): string {
  const value = query.get(name);
  if (value === null || !pattern.test(value)) {
    throw createInvalidArgumentError(name, 'is missing from the association URI, or malformed');
  }
  return value;
}

function decodeParameter(name: string, value: string): Bytes {
  try {
    return decodeBase64Url(value);
  } catch (cause) {
    throw createInvalidArgumentError(name, 'must be base64url', cause);
  }
}
