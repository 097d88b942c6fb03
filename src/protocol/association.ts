import {
  type Bytes,
  concatBytes,
  decodeBase64Url,
  encodeBase64Url,
  POINT_LENGTH,
  trimEnd,
} from '../util/bytes.js';
import { assertArgument, createInvalidArgumentError } from '../util/errors.js';
import { assertBaseUri } from './text-checks.js';

/** The session protocol versions that a dapp may offer in an association URI. */
export type ProtocolVersion = 'v1' | 'legacy';

/** How to reach the dapp, as given in an association URI. */
export type Association = Readonly<
  | {
      /** The wallet app is on the dapp's device, and listens on loopback. */
      type: 'local';
      /** The port, from 49152 to 65535. */
      port: number;
    }
  | {
      /** The wallet is on another device, and meets the dapp at a reflector. */
      type: 'remote';
      /** The reflector's host, with a port if that is not the default one. */
      reflector: string;
      /** The id that the reflector gave to the dapp. */
      reflectorId: Uint8Array;
    }
  | {
      /** The wallet meets the dapp through a Nostr relay: on the same device, or on another one. */
      type: 'local-nostr' | 'remote-nostr';
      /** The relay's host or `wss:` URL. */
      relay: string;
      /** The dapp's Nostr public key for this association: 32 bytes in hex. */
      publicKey: string;
    }
>;

/** A parsed association URI. */
export type AssociationRequest = Readonly<{
  /** How to reach the dapp. */
  association: Association;
  /** The dapp's association public key: a P-256 point, 65 bytes, uncompressed. */
  associationPublicKey: Bytes;
  /** The protocol versions that the dapp offers (`v`), in their order. A legacy dapp offers none. */
  versions: readonly string[];
}>;

const SCHEME = 'solana-wallet:';
const TYPES: readonly Association['type'][] = ['local', 'remote', 'local-nostr', 'remote-nostr'];
const MIN_PORT = 49152;
const MAX_PORT = 65535;
/**
 * Linux, and so Android, may give any port up to 60999 to an outgoing connection, and a wallet cannot listen
 * on a port in use.
 */
const FIRST_UNASSIGNED_PORT = 61000;

/** Returns a random port for a local association, from 61000 to 65535. The protocol allows 49152 to 65535. */
export function getRandomPort(): number {
  const [random] = crypto.getRandomValues(new Uint16Array(1));
  return FIRST_UNASSIGNED_PORT + ((random as number) % (MAX_PORT - FIRST_UNASSIGNED_PORT + 1));
}

/**
 * Returns the URI that opens a wallet app and makes it listen (Mobile Wallet Adapter 2.0, "Association").
 *
 * @param associationPublicKey the dapp's association key: a P-256 point, 65 bytes, uncompressed
 * @param options `baseUri` is a wallet's `wallet_uri_base`, by default `solana-wallet:`, which any wallet app
 * may handle; `versions` are the protocol versions to offer, by default `['v1']`
 * @throws `INVALID_ARGUMENT` for a `baseUri` that is not `https:`
 */
export function getAssociationUri(
  association: Association,
  associationPublicKey: Uint8Array,
  {
    baseUri,
    versions = ['v1'],
  }: Readonly<{ baseUri?: string | undefined; versions?: readonly ProtocolVersion[] | undefined }> = {},
): string {
  const query = new URLSearchParams({
    association: encodeBase64Url(associationPublicKey),
    ...getParameters(association),
  });
  for (const version of versions) query.append('v', version);
  if (baseUri !== undefined) assertBaseUri(baseUri);
  // Write `https:` in lower case, because a launch recognises a link of a wallet by it.
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
 * Parses an association URI as a wallet does. It may begin with `solana-wallet:` or any `https:` prefix.
 *
 * @throws `INVALID_ARGUMENT` naming the part that is missing or malformed
 */
export function parseAssociationUri(uri: string): AssociationRequest {
  assertArgument(URL.canParse(uri), 'uri', 'must be an absolute URI');
  const url = new URL(uri);
  const type = TYPES.find((candidate) => url.pathname.endsWith(`/${getPath(candidate)}`));
  const isOfWallet = type !== undefined && [SCHEME, 'https:'].includes(url.protocol);
  assertArgument(isOfWallet, 'uri', 'must be a wallet association URI');
  const query = url.searchParams;
  const association = parseAssociation(type, query);
  const point = decodeParameter(query, 'association');
  const isPoint = point.length === POINT_LENGTH && point[0] === 4;
  assertArgument(isPoint, 'association', 'must be an uncompressed P-256 point');
  return { association, associationPublicKey: point, versions: query.getAll('v') };
}

function parseAssociation(type: Association['type'], query: URLSearchParams): Association {
  switch (type) {
    case 'local': {
      const port = Number(parseParameter(query, 'port', /^\d{1,5}$/));
      assertArgument(port >= MIN_PORT && port <= MAX_PORT, 'port', `must be from ${MIN_PORT} to ${MAX_PORT}`);
      return { type, port };
    }
    case 'remote': {
      const reflector = parseParameter(query, 'reflector', /^[^/?#@\\\s]+$/);
      const isHost = URL.canParse(`wss://${reflector}`);
      assertArgument(isHost, 'reflector', 'must be a host, with or without a port');
      return { type, reflector, reflectorId: decodeParameter(query, 'id') };
    }
    default:
      return {
        type,
        relay: parseParameter(query, 'relay', /^[^?#@\s]+$/),
        publicKey: parseParameter(query, 'pubkey', /^[0-9a-f]{64}$/),
      };
  }
}

function parseParameter(query: URLSearchParams, name: string, pattern: RegExp): string {
  const value = query.get(name);
  assertArgument(
    value !== null && pattern.test(value),
    name,
    'is missing from the association URI or malformed',
  );
  return value;
}

function decodeParameter(query: URLSearchParams, name: string): Bytes {
  const value = parseParameter(query, name, /./);
  try {
    return decodeBase64Url(value);
  } catch (cause) {
    throw createInvalidArgumentError(name, 'must be base64url', cause);
  }
}

/** A length has at most 28 bits, because no reflector's frame is longer. */
const MAX_VARINT_LENGTH = 4;

/**
 * Encodes REFLECTOR_ID, the first message of a reflector: `varint(length) || id`, with seven bits of the
 * length per byte, the least significant first (Mobile Wallet Adapter 2.0, "Reflector protocol").
 */
export function encodeReflectorId(id: Uint8Array): Bytes {
  const varint: number[] = [];
  let length = id.length;
  for (; length >= 0x80; length >>>= 7) varint.push((length & 0x7f) | 0x80);
  return concatBytes(Uint8Array.of(...varint, length), id);
}

/**
 * Decodes REFLECTOR_ID, as {@link encodeReflectorId} encodes it.
 *
 * @returns `undefined` if the length does not match the bytes
 */
export function decodeReflectorId(message: Bytes): Bytes | undefined {
  let length = 0;
  for (const [index, byte] of message.subarray(0, MAX_VARINT_LENGTH).entries()) {
    length |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) {
      const id = message.slice(index + 1);
      return id.length === length && length > 0 ? id : undefined;
    }
  }
  return undefined;
}
