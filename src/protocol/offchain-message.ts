import {
  concatBytes,
  decodeBase64,
  decodeUtf8,
  encodeBase64,
  encodeUtf8,
  equalBytes,
  KEY_LENGTH,
} from '../util/bytes.js';
import { assertArgument, attempt } from '../util/errors.js';
import { assertBytes } from '../util/is-bytes.js';
import { parseObject } from './arguments.js';
import { assertText, parseBase64Addresses } from './payloads.js';

/** An off-chain message of version 1: a text for people to read, and who has to sign it. */
export type OffchainMessage = Readonly<{
  /** The text. */
  text: string;
  /**
   * The base64 addresses of all accounts that have to sign it: 1 to 255, none of them twice, in any order.
   */
  addresses: readonly string[];
}>;

const VERSION = 1;
/** The bytes before the signers: the signing domain, the version, and how many signers there are. */
const START_LENGTH = 18;
const MAX_SIGNERS = 255;

/**
 * Returns the bytes that all signers of an off-chain message sign, in version 1 of the
 * [specification](https://github.com/solana-foundation/SRFCs/discussions/3). Off-chain messages cannot be
 * mistaken for transactions. Sign them by `signMessages` of a session; `@solana/kit` verifies them. The
 * signers are sorted, as the specification demands.
 *
 * @throws `INVALID_ARGUMENT`
 *
 * @example
 * ```ts
 * import { encodeOffchainMessage, splitSignedMessage, transact } from 'mobile-wallet-standard/session';
 *
 * // Returns the user's signature of a text.
 * export function sign(text: string): Promise<Uint8Array> {
 *   return transact(async (wallet) => {
 *     const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity: { name: 'Example' } });
 *     const addresses = [accounts[0].address];
 *     const message = encodeOffchainMessage({ text, addresses });
 *     const [signed] = await wallet.signMessages({ addresses, payloads: [message] });
 *     return splitSignedMessage(signed, message, 1).signatures[0];
 *   });
 * }
 * ```
 */
export function encodeOffchainMessage(message: OffchainMessage): Uint8Array {
  const { text, addresses } = parseObject<OffchainMessage>(message, 'message');
  assertText(text, 'text');
  const keys = parseBase64Addresses(addresses).map(decodeBase64).sort(compareBytes);
  const areUnique = new Set(keys.map(encodeBase64)).size === keys.length;
  const expectation = `must be at most ${MAX_SIGNERS}, none of them twice`;
  assertArgument(areUnique && keys.length <= MAX_SIGNERS, 'addresses', expectation);
  const start = Uint8Array.of(0xff, ...encodeUtf8('solana offchain'), VERSION, keys.length);
  return concatBytes(start, ...keys, encodeUtf8(text));
}

/**
 * Reads an off-chain message of version 1, as {@link encodeOffchainMessage} writes it. The addresses are
 * sorted by their bytes.
 *
 * @throws `INVALID_ARGUMENT` if the bytes are anything else
 */
export function decodeOffchainMessage(message: Uint8Array): OffchainMessage {
  assertBytes(message, 'message');
  const textAt = START_LENGTH + (message[START_LENGTH - 1] ?? 0) * KEY_LENGTH;
  const decoded = attempt(() => {
    const addresses: string[] = [];
    for (let at = START_LENGTH; at < textAt; at += KEY_LENGTH) {
      addresses.push(encodeBase64(message.slice(at, at + KEY_LENGTH)));
    }
    return { text: decodeUtf8(message.subarray(textAt)), addresses };
  });
  // There is only one way to write a message, so this checks all of it.
  const isExact = decoded && attempt(() => equalBytes(encodeOffchainMessage(decoded), message));
  assertArgument(isExact, 'message', 'must be an off-chain message of version 1');
  return decoded;
}

/** Compares keys of the same length, as the specification orders them. */
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const index = a.findIndex((byte, place) => byte !== b[place]);
  return (a[index] ?? 0) - (b[index] ?? 0);
}
