import { createInvalidArgumentError } from '../errors.js';
import { getObject } from './arguments.js';
import { isBase58Key } from './payloads.js';
import { createSignInText, parseSignInText } from './sign-in.js';
import { isPlainText } from './text.js';
import type { SignInPayload } from './types.js';

const TEXTS = [
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const;
const TIMES = ['issuedAt', 'expirationTime', 'notBefore'] as const;
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Gives a copy of a sign-in input with its known fields that are set, after checks for what the reference wallet would
 * not answer at all (a short or not alphanumeric nonce, a malformed time, an address that is not a base58 key), and for
 * what would read as other fields in the text.
 *
 * @param prefix stands before a field's name in errors
 * @throws `INVALID_ARGUMENT`
 */
export function getSignInPayload(input: unknown, prefix = 'sign_in_payload.'): SignInPayload {
  const object = getObject(input ?? {}, prefix.replace(/\.$/, '') || 'input');
  const payload = {
    ...Object.fromEntries(TEXTS.flatMap((key) => readText(object[key], key, prefix))),
    ...readResources(object['resources'], prefix),
  } as SignInPayload;

  const { address, nonce } = payload;
  if (address !== undefined && !isBase58Key(address)) {
    throw createInvalidArgumentError(`${prefix}address`, 'must be a base58 public key');
  }
  if (nonce !== undefined && !/^[a-z\d]{8,}$/i.test(nonce)) {
    throw createInvalidArgumentError(`${prefix}nonce`, 'must be 8 or more letters and digits');
  }
  for (const key of TIMES) {
    const time = payload[key];
    if (time !== undefined && (!ISO_8601.test(time) || Number.isNaN(Date.parse(time)))) {
      throw createInvalidArgumentError(`${prefix}${key}`, 'must be an ISO 8601 date and time');
    }
  }
  assertStatement(payload, prefix);
  return payload;
}

function readText(value: unknown, key: string, prefix: string): readonly (readonly [string, string])[] {
  if (value === undefined || value === null || value === '') return [];
  return [[key, assertLine(value, `${prefix}${key}`)]];
}

function readResources(value: unknown, prefix: string): Readonly<{ resources?: readonly string[] }> {
  if (value === undefined || value === null) return {};
  if (!Array.isArray(value))
    throw createInvalidArgumentError(`${prefix}resources`, 'must be an array of strings');
  const resources = [...value].map((item, index) => {
    const argument = `${prefix}resources[${index}]`;
    if (item === '') throw createInvalidArgumentError(argument, 'must be a non-empty string');
    return assertLine(item, argument);
  });
  // An empty list is kept, because the text then has a line for it, and verifiers compare texts.
  return { resources };
}

/**
 * The text has a line for each field, which the user reads before signing: a line break would make several, and a
 * bidirectional control could show the line as another one. A lone surrogate has no UTF-8.
 */
function assertLine(value: unknown, argument: string): string {
  if (typeof value !== 'string' || !isPlainText(value)) {
    throw createInvalidArgumentError(
      argument,
      'must be one line of text, without control characters, bidirectional controls and lone surrogates',
    );
  }
  return value;
}

/** A statement such as "Nonce: …" would be read as that field. */
function assertStatement({ statement }: SignInPayload, prefix: string): void {
  if (statement === undefined) return;
  const fields = { domain: 'a', address: 'b', statement };
  if (parseSignInText(createSignInText(fields))?.statement !== statement) {
    throw createInvalidArgumentError(`${prefix}statement`, 'must not read as another field of the text');
  }
}
