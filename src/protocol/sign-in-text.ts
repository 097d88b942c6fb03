import { decodeBase58 } from '../util/base58.js';
import { encodeBase64, SIGNATURE_LENGTH, trimEnd } from '../util/bytes.js';
import { assertArgument } from '../util/errors.js';
import { isJsonObject } from '../util/json-object.js';
import { parseObject } from './arguments.js';
import {
  type Check,
  checkEncoded,
  checkKey,
  checkObject,
  checkOptional,
  createInvalidResponseError,
} from './check.js';
import { isBase58Key, isSet } from './payloads.js';
import { isPlainText } from './text-checks.js';
import type { Account, SignInPayload, SignInResult } from './types.js';

/** The fields of a sign-in text. Every text has a domain and an address. */
export type SignInFields = SignInPayload &
  Readonly<{
    /** The host that asks. */
    domain: string;
    /** The account that signs in, base58. */
    address: string;
  }>;

const HEADLINE_END = ' wants you to sign in with your Solana account:';
/** The fields after the statement, in the order of the text. */
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
 * Creates the text of Sign In With Solana (phantom/sign-in-with-solana, "Message format"): the domain, the
 * base58 address, the statement and the other fields that are given.
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
 * Parses a Sign In With Solana text. Compare the fields of two texts and not the texts, because the reference
 * wallet writes three newlines before the fields if there is no statement.
 *
 * @returns `undefined` if it is not such a text
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

const TEXTS = ['domain', 'address', 'statement', ...LABELS.map(([key]) => key)] as const;
/** The fields that are ISO 8601 dates and times. */
export const TIMES = ['issuedAt', 'expirationTime', 'notBefore'] as const;
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Returns a copy of a sign-in input: the known fields that are set.
 *
 * @param prefix precedes the name of a field in errors
 * @throws `INVALID_ARGUMENT` for an input that the reference wallet never answers (a nonce that is short or
 * not alphanumeric, a malformed time, an address that is not a base58 key), and for text that would read as
 * another field
 */
export function parseSignInPayload(input: unknown, prefix = 'sign_in_payload.'): SignInPayload {
  const object = parseObject(input ?? {}, prefix.replace('.', '') || 'input');
  const fields: Record<string, string | readonly string[]> = {};
  for (const key of TEXTS) {
    const value = object[key] ?? '';
    if (value !== '') fields[key] = parseLine(value, `${prefix}${key}`);
  }
  // An empty list is kept, because it adds a line to the text, and verifiers compare texts.
  if (isSet(object['resources'])) fields['resources'] = parseLines(object['resources'], `${prefix}resources`);
  const payload = fields as SignInPayload;

  const { address, nonce, statement } = payload;
  const assertField = (key: string, isValid: boolean, expectation: string): void =>
    assertArgument(isValid, `${prefix}${key}`, expectation);
  assertField('address', address === undefined || isBase58Key(address), 'must be a base58 public key');
  const isNonce = nonce === undefined || /^[a-z\d]{8,}$/i.test(nonce);
  assertField('nonce', isNonce, 'must be 8 or more letters and digits');
  for (const key of TIMES) {
    const time = payload[key];
    const isTime = time === undefined || (ISO_8601.test(time) && !Number.isNaN(Date.parse(time)));
    assertField(key, isTime, 'must be an ISO 8601 date and time');
  }
  if (statement !== undefined) {
    // A statement such as "Nonce: …" would read as that field.
    const parsed = parseSignInText(createSignInText({ domain: 'a', address: 'b', statement }));
    const isStatement = parsed?.statement === statement;
    assertField('statement', isStatement, 'must not read as another field of the sign-in text');
  }
  return payload;
}

function parseLines(values: unknown, argument: string): readonly string[] {
  assertArgument(Array.isArray(values), argument, 'must be an array of strings');
  return [...values].map((value, index) => {
    assertArgument(value !== '', `${argument}[${index}]`, 'must be a non-empty string');
    return parseLine(value, `${argument}[${index}]`);
  });
}

/**
 * Refuses characters that would let a field look like other fields to the user who reads the text before
 * signing: line breaks and bidirectional controls. A lone surrogate cannot be encoded as UTF-8.
 */
function parseLine(value: unknown, argument: string): string {
  assertArgument(
    typeof value === 'string' && isPlainText(value),
    argument,
    'must be one line of text, without control characters',
  );
  return value;
}

/** Reads an address in base64. Some wallets send base58. */
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
 * Decodes the `sign_in_result` of an authorization. Returns `undefined` if there is none, or if its signature
 * is empty, as some wallets send it. The dapp can then have the text signed as a message.
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
