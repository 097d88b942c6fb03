import { decodeBase58 } from '../base58.js';
import { encodeBase64, trimEnd } from '../bytes.js';
import { createInvalidArgumentError } from '../errors.js';
import { getObject } from './arguments.js';
import {
  type Check,
  checkEncoded,
  checkKey,
  checkObject,
  checkOptional,
  createInvalidResponseError,
  isPlainText,
  SIGNATURE_LENGTH,
} from './check.js';
import { isBase58Key } from './payloads.js';
import type { Account, SignInPayload, SignInResult } from './types.js';
import { isJsonObject } from './types.js';

/** A sign-in text's fields; every text has a domain and an address. */
export type SignInFields = SignInPayload & Readonly<{ domain: string; address: string }>;

const HEADLINE_END = ' wants you to sign in with your Solana account:';
/** Fields in the order in which they must stand. */
const LABELS = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const;
const RESOURCES = 'Resources:';

/**
 * Writes the text of Sign In With Solana (phantom/sign-in-with-solana, "Message format"): domain, base58
 * address, and after blank lines the statement and the fields that are given.
 */
export function createSignInText(fields: SignInFields): string {
  const lines = [`${fields.domain}${HEADLINE_END}`, fields.address];
  if (fields.statement) lines.push('', fields.statement);
  const block = LABELS.flatMap(([key, label]) => {
    const value = fields[key];
    return value ? [`${label}: ${value}`] : [];
  });
  if (fields.resources) block.push(RESOURCES, ...fields.resources.map((resource) => `- ${resource}`));
  return [...lines, ...(block.length > 0 ? ['', ...block] : [])].join('\n');
}

/**
 * Reads a Sign In With Solana text. Takes the three newlines that the reference wallet writes before the
 * fields when there is no statement, so compare fields, never whole texts.
 *
 * @returns `undefined` when the text is not one
 */
export function parseSignInText(text: string): SignInFields | undefined {
  const [headline = '', address = '', ...body] = text.split('\n');
  if (!headline.endsWith(HEADLINE_END) || address === '') return undefined;
  const domain = headline.slice(0, -HEADLINE_END.length);
  if (domain === '' || (body.length > 0 && body[0] !== '')) return undefined;
  const blockStart = body.lastIndexOf('') + 1;
  const block = parseFields(body.slice(blockStart));
  const lines = body.slice(1, block ? Math.max(blockStart - 1, 1) : undefined).join('\n');
  const statement = trimEnd(lines.replace(/^\n+/, ''), '\n');
  return { domain, address, ...(statement === '' ? {} : { statement }), ...block };
}

function parseFields(lines: readonly string[]): SignInPayload | undefined {
  if (lines.length === 0) return undefined;
  const fields: Record<string, string | readonly string[]> = {};
  let next = 0;
  for (const [key, label] of LABELS) {
    const line = lines[next];
    if (line?.startsWith(`${label}: `)) {
      fields[key] = line.slice(label.length + 2);
      next++;
    }
  }
  if (lines[next] === RESOURCES) {
    const resources = lines.slice(next + 1);
    if (!resources.every((line) => line.startsWith('- '))) return undefined;
    fields['resources'] = resources.map((line) => line.slice(2));
    next = lines.length;
  }
  return next === lines.length ? fields : undefined;
}

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

/** The address is base64; some wallets send base58. */
const checkAddress: Check<string> = (value, path) =>
  isBase58Key(value) ? encodeBase64(decodeBase58(value)) : checkKey(value, path);

const checkSignInResult = checkObject<SignInResult>({
  address: checkAddress,
  signed_message: checkEncoded(),
  signature: checkEncoded(SIGNATURE_LENGTH),
  signature_type: checkOptional((value, path) => {
    if (value !== 'ed25519') throw createInvalidResponseError(path, 'must be ed25519');
    return value;
  }),
});

/**
 * Reads the `sign_in_result` of an authorization. Some wallets, at times, return an empty signature: that is no sign-in,
 * and can still be had by message.
 */
export function decodeSignInResult(value: unknown, accounts: readonly Account[]): SignInResult | undefined {
  const path = 'result.sign_in_result';
  if (isJsonObject(value) && value['signature'] === '') return undefined;
  const result = checkOptional(checkSignInResult)(value, path);
  if (result && !accounts.some(({ address }) => address === result.address)) {
    throw createInvalidResponseError(`${path}.address`, 'must be one of the accounts');
  }
  return result;
}
