import { decodeBase58, decodeBase64, isBytes } from '../bytes.js';
import { createInvalidArgumentError } from '../errors.js';
import type { SendOptions, SignInPayload } from './types.js';

/** Public keys are 32 bytes: 43 or 44 base58 characters, but for leading zero bytes. */
const KEY_LENGTH = 32;
const MAX_BASE58_LENGTH = 44;
const MAX_INT32 = 2 ** 31 - 1;
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Throws `INVALID_ARGUMENT` for a sign-in input that the reference wallet would not answer at all: a short or
 * not alphanumeric nonce, a malformed time, an address that is not a base58 key.
 */
export function assertSignInPayload(payload: SignInPayload, prefix = 'sign_in_payload.'): void {
  const { domain, address, nonce } = payload;
  if (domain === '') throw createInvalidArgumentError(`${prefix}domain`, 'must not be empty');
  if (address !== undefined && !isBase58Key(address)) {
    throw createInvalidArgumentError(`${prefix}address`, 'must be a base58 public key');
  }
  if (nonce !== undefined && !/^[a-z\d]{8,}$/i.test(nonce)) {
    throw createInvalidArgumentError(`${prefix}nonce`, 'must be 8 or more letters and digits');
  }
  for (const key of ['issuedAt', 'expirationTime', 'notBefore'] as const) {
    const time = payload[key];
    if (time !== undefined && (!ISO_8601.test(time) || Number.isNaN(Date.parse(time)))) {
      throw createInvalidArgumentError(`${prefix}${key}`, 'must be an ISO 8601 date and time');
    }
  }
}

/** Throws `INVALID_ARGUMENT` unless `addresses` holds one or more 32-byte public keys in standard base64. */
export function assertBase64Addresses(addresses: readonly string[]): void {
  assertNotEmpty(addresses, 'addresses');
  addresses.forEach((address, index) => {
    if (!isBase64Key(address)) {
      throw createInvalidArgumentError(`addresses[${index}]`, 'must be a 32-byte public key in base64');
    }
  });
}

/** Throws `INVALID_ARGUMENT` unless `payloads` holds one or more byte arrays. */
export function assertPayloads(payloads: readonly Uint8Array[], argument: string): void {
  assertNotEmpty(payloads, argument);
  payloads.forEach((payload, index) => {
    if (!isBytes(payload)) throw createInvalidArgumentError(`${argument}[${index}]`, 'must be a Uint8Array');
  });
}

/** Throws `INVALID_ARGUMENT` for send options of the wrong type, or integers that do not fit 32 bits. */
export function assertSendOptions(options: SendOptions): void {
  for (const key of ['minContextSlot', 'maxRetries'] as const) {
    const value = options[key];
    if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= MAX_INT32)) {
      throw createInvalidArgumentError(
        key,
        `must be an integer from 0 to ${MAX_INT32}: wallets read 32 bits`,
      );
    }
  }
  const { commitment } = options;
  if (commitment !== undefined && !['processed', 'confirmed', 'finalized'].includes(commitment)) {
    throw createInvalidArgumentError('commitment', 'must be processed, confirmed or finalized');
  }
  for (const key of ['skipPreflight', 'waitForCommitmentToSendNextTransaction'] as const) {
    if (options[key] !== undefined && typeof options[key] !== 'boolean') {
      throw createInvalidArgumentError(key, 'must be a boolean');
    }
  }
}

/** Throws `INVALID_ARGUMENT` unless `value` is a string of one or more characters. */
export function assertText(value: unknown, argument: string): void {
  if (typeof value !== 'string' || value === '') {
    throw createInvalidArgumentError(argument, 'must be a string that is not empty');
  }
}

/** Tells whether `address` is a 32-byte public key in base58. */
export function isBase58Key(address: string): boolean {
  try {
    return address.length <= MAX_BASE58_LENGTH && decodeBase58(address).length === KEY_LENGTH;
  } catch {
    return false;
  }
}

function isBase64Key(address: unknown): boolean {
  try {
    return typeof address === 'string' && decodeBase64(address).length === KEY_LENGTH;
  } catch {
    return false;
  }
}

function assertNotEmpty(items: readonly unknown[], argument: string): void {
  if (!Array.isArray(items) || items.length === 0) {
    throw createInvalidArgumentError(argument, 'must be an array of one or more items');
  }
}
