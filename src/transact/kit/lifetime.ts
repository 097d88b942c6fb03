import type { Address, Blockhash, Nonce, TransactionWithLifetime } from '@solana/kit';
import {
  getVersion1Headers,
  readCompactU16,
  VERSION_1,
  VERSION_1_COUNTS,
  VERSION_1_KEYS_START,
  VERSION_1_LIFETIME,
  VERSION_FLAG,
} from '../../protocol/wire-transaction.js';
import { encodeBase58 } from '../../util/base58.js';
import { equalBytes, KEY_LENGTH } from '../../util/bytes.js';

/** What kit says of a blockhash whose last block is not known. */
const UNKNOWN_HEIGHT = 2n ** 64n - 1n;
/** The data of the system program's `AdvanceNonceAccount`, which is always the first instruction. */
const ADVANCE_NONCE = Uint8Array.of(4, 0, 0, 0);
const SYSTEM_PROGRAM = new Uint8Array(KEY_LENGTH);

/**
 * What the lifetime of a message depends on: where its parts are, and its first instruction, if it has one.
 */
type Layout = Readonly<{
  keysStart: number;
  keyCount: number;
  /** The blockhash or nonce. */
  tokenStart: number;
  first: Readonly<{ program: number; accounts: Uint8Array; data: Uint8Array }> | undefined;
}>;

/**
 * Reads the lifetime of a message of version legacy, 0 or 1, as kit's decoder of messages would, which reads
 * all of a message and takes a kilobyte more.
 *
 * @throws `RangeError` for a message that ends early, or whose nonce account is in a lookup table
 */
export function readLifetime(message: Uint8Array): TransactionWithLifetime['lifetimeConstraint'] {
  const layout = message[0] === VERSION_1 ? readVersion1Layout(message) : readLayout(message);
  const { keysStart, keyCount, tokenStart, first } = layout;
  const readKey = (start: number): Uint8Array => {
    if (start + KEY_LENGTH > message.length) throw new RangeError('The message ends early');
    return message.subarray(start, start + KEY_LENGTH);
  };
  const getKey = (index: number): Uint8Array => {
    if (index >= keyCount) throw new RangeError('The account is in a lookup table');
    return readKey(keysStart + index * KEY_LENGTH);
  };
  const token = encodeBase58(readKey(tokenStart));
  const [nonceAccount = keyCount] = first?.accounts ?? [];
  const isNonce =
    first?.accounts.length === 3 &&
    equalBytes(first.data, ADVANCE_NONCE) &&
    equalBytes(getKey(first.program), SYSTEM_PROGRAM);
  if (!isNonce) return { blockhash: token as Blockhash, lastValidBlockHeight: UNKNOWN_HEIGHT };
  return { nonce: token as Nonce, nonceAccountAddress: encodeBase58(getKey(nonceAccount)) as Address };
}

function readLayout(message: Uint8Array): Layout {
  const header = (message[0] ?? 0) & VERSION_FLAG ? 1 : 0;
  const [keyCount, keyCountLength] = readCompactU16(message, header + 3);
  const keysStart = header + 3 + keyCountLength;
  const tokenStart = keysStart + keyCount * KEY_LENGTH;
  const [count, countLength] = readCompactU16(message, tokenStart + KEY_LENGTH);
  const start = tokenStart + KEY_LENGTH + countLength;
  const readBytes = (at: number): Uint8Array => {
    const [length, lengthLength] = readCompactU16(message, at);
    return message.subarray(at + lengthLength, at + lengthLength + length);
  };
  const accounts = readBytes(start + 1);
  const data = readBytes(accounts.byteOffset + accounts.length - message.byteOffset);
  return {
    keysStart,
    keyCount,
    tokenStart,
    first: count > 0 ? { program: message[start] ?? 0, accounts, data } : undefined,
  };
}

/** The first instruction's accounts and data follow all instructions' headers of four bytes. */
function readVersion1Layout(message: Uint8Array): Layout {
  const [count = 0, keyCount = 0] = message.subarray(VERSION_1_COUNTS);
  const headers = getVersion1Headers(message);
  const [program = 0, accountCount = 0, low = 0, high = 0] = message.subarray(headers);
  const dataStart = headers + count * 4 + accountCount;
  const accounts = message.subarray(dataStart - accountCount, dataStart);
  const data = message.subarray(dataStart, dataStart + low + high * 256);
  return {
    keysStart: VERSION_1_KEYS_START,
    keyCount,
    tokenStart: VERSION_1_LIFETIME,
    first: count > 0 ? { program, accounts, data } : undefined,
  };
}
