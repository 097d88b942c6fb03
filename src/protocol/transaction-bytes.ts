import { KEY_LENGTH } from '../util/bytes.js';
import { assertBytes } from '../util/is-bytes.js';
import {
  getVersion1Length,
  readCompactU16,
  readTransaction,
  VERSION_1,
  VERSION_FLAG,
} from './wire-transaction.js';

/** The bytes of a blockhash or nonce. */
const LIFETIME_LENGTH = 32;
/** The bytes by which an instruction names its program. */
const PROGRAM_LENGTH = 1;

/**
 * Whether bytes are a transaction, signed or not, or the message of one, of version `legacy`, 0 or 1. A
 * wallet must not sign such bytes as a message (`sign_messages`): a transaction's signature is a signature of
 * its message, so whoever gets one can send the transaction. Answer `WALLET_RPC_CODES.INVALID_PAYLOADS` to
 * them.
 *
 * The bytes must be whole, and nothing may be left over, because the network takes no other transaction. So
 * ordinary texts and hashes are none, and neither is an off-chain message, which may be signed.
 *
 * @throws `INVALID_ARGUMENT` if `bytes` is not a `Uint8Array`
 *
 * @example
 * ```ts
 * import { isTransactionBytes } from 'mobile-wallet-standard/endpoint';
 *
 * // Returns `data.valid` of the answer to `sign_messages`.
 * export function getValid(payloads: readonly Uint8Array[]): boolean[] {
 *   return payloads.map((payload) => !isTransactionBytes(payload));
 * }
 * ```
 */
export function isTransactionBytes(bytes: Uint8Array): boolean {
  assertBytes(bytes, 'bytes');
  const { parts } = readTransaction(bytes);
  return isMessage(bytes) || (parts !== undefined && isMessage(parts.message));
}

/** Whether bytes are what the signers of a transaction sign. */
function isMessage(message: Uint8Array): boolean {
  const [first = 0, signers = 0] = message;
  if (first === VERSION_1) return signers > 0 && getVersion1Length(message, signers) === message.length;
  return first <= VERSION_FLAG && getMessageLength(message, first === VERSION_FLAG) === message.length;
}

/**
 * Returns the length that a message of version `legacy` or 0 says it has: more than it has if it ends early;
 * `NaN` if its header counts signers or accounts that it does not have.
 */
function getMessageLength(message: Uint8Array, isVersion0: boolean): number {
  let end = isVersion0 ? 1 : 0;
  /** Passes a count and its items. */
  const passItems = (size: number): number => {
    const [count, length] = readCompactU16(message, end);
    end += length + count * size;
    return count;
  };
  /** Passes a count and its entries, each of which is `size` bytes and two lists of bytes. */
  const passEntries = (size: number): void => {
    const count = passItems(0);
    // A step beyond the end, so that a message that lacks an entry does not end where it should.
    for (let index = 0; index < count && end <= message.length; index++) {
      end += size;
      passItems(1);
      passItems(1);
    }
  };
  const [signers = 0, readonlySigners = 0, readonlyOthers = 0] = message.subarray(end, end + 3);
  end += 3;
  const keys = passItems(KEY_LENGTH);
  const isCounted = signers > 0 && readonlySigners <= signers && signers + readonlyOthers <= keys;
  if (!isCounted) return Number.NaN;
  end += LIFETIME_LENGTH;
  passEntries(PROGRAM_LENGTH); // instructions, each with accounts and data
  if (isVersion0) passEntries(KEY_LENGTH); // lookup tables, each with writable and read-only accounts
  return end;
}
