import { trimEnd } from '../bytes.js';
import type { SignInPayload } from './types.js';

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
