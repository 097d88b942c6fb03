import { getOffchainMessageV0Decoder } from '@solana/kit';
import {
  concatBytes,
  decodeBase64,
  decodeOffchainMessage,
  decodeUtf8,
  encodeBase58,
  encodeUtf8,
  equalBytes,
} from 'mobile-wallet-standard/endpoint';

/** A message that says of itself that it is no transaction, and who has to sign it. */
export type OffchainMessageSummary = Readonly<{
  /** The version of the format. */
  version: 0 | 1;
  text: string;
  /** The base58 addresses of all accounts that have to sign, in the order of the message. */
  signers: readonly string[];
}>;

/**
 * What every off-chain message begins with, before its version. No transaction begins with its first byte.
 */
const SIGNING_DOMAIN = concatBytes(Uint8Array.of(0xff), encodeUtf8('solana offchain'));
/** The bytes of version 0 before the text, without the signers. */
const V0_HEADER_LENGTH = 53;

/**
 * Reads an off-chain message; `undefined` if the bytes do not begin as one, `damaged` if they do and are
 * none.
 */
export function readOffchainMessage(message: Uint8Array): OffchainMessageSummary | 'damaged' | undefined {
  if (!equalBytes(message.subarray(0, SIGNING_DOMAIN.length), SIGNING_DOMAIN)) return undefined;
  try {
    if (message[SIGNING_DOMAIN.length] === 0) return readVersion0(message);
    const { text, addresses } = decodeOffchainMessage(message);
    return { version: 1, text, signers: addresses.map((address) => encodeBase58(decodeBase64(address))) };
  } catch {
    return 'damaged';
  }
}

/** Returns a whole off-chain message; `undefined` for any other bytes. */
export function findOffchainMessage(message: Uint8Array): OffchainMessageSummary | undefined {
  const read = readOffchainMessage(message);
  return read === 'damaged' ? undefined : read;
}

/** Reads a message of version 0; throws if it is damaged. */
function readVersion0(message: Uint8Array): OffchainMessageSummary {
  const signers = getOffchainMessageV0Decoder()
    .decode(message)
    .requiredSignatories.map(({ address }) => address);
  // Kit's decoder passes text that is not UTF-8, and leaves out invisible characters that a user has to see.
  const text = decodeUtf8(message.subarray(V0_HEADER_LENGTH + signers.length * 32));
  return { version: 0, text, signers };
}
