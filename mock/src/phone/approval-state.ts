import { decodeBase64, encodeBase64, isBytes } from 'mobile-wallet-standard/endpoint';
import type { MockAccount } from '../wallet/accounts.js';
import type { ApprovalRequest } from '../wallet/approval.js';

/** What the dev server tells the approval page of one dapp page. */
export type ApprovalState = Readonly<{
  /** The wallet's accounts. */
  accounts: readonly MockAccount[];
  /** The number of the dapp page's latest launch, as in the response to that launch. Numbers increase. */
  launch: number;
  /** How many sessions the dapp page has, including those that wait for its connection. */
  sessions: number;
  /** The requests that wait for a decision, oldest first. */
  requests: readonly ApprovalRequest[];
}>;

/** What {@link stringifyTagged} accepts: JSON, `bigint` and byte arrays. Members that are `undefined` are left out. */
export type Taggable =
  | null
  | undefined
  | boolean
  | number
  | string
  | bigint
  | Uint8Array
  | readonly Taggable[]
  | Readonly<{ [key: string]: Taggable }>;

/** Returns a state as text for {@link decodeApprovalState}. */
export function encodeApprovalState(state: ApprovalState): string {
  return stringifyTagged(state as Taggable);
}

/** Parses a state. Its shape is not checked, because the approval page and the server have the same version. */
export function decodeApprovalState(json: string): ApprovalState {
  return parseTagged(json) as ApprovalState;
}

/**
 * Returns a value as JSON in which every string begins with a letter for its type: `s` for text, `n` for a
 * `bigint`, `b` for bytes. Therefore text from a dapp can never be parsed as anything but text.
 */
export function stringifyTagged(value: Taggable): string {
  return JSON.stringify(tag(value));
}

/** Parses the result of {@link stringifyTagged}; throws a `SyntaxError` for anything else. */
export function parseTagged(json: string): Taggable {
  return JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? untag(value) : value));
}

function tag(value: Taggable): unknown {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'bigint') return `n${value}`;
  if (isBytes(value)) return `b${encodeBase64(value)}`;
  if (Array.isArray(value)) return value.map(tag);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, tag(member)]));
}

function untag(text: string): Taggable {
  const content = text.slice(1);
  switch (text[0]) {
    case 's':
      return content;
    case 'n':
      return BigInt(content);
    case 'b':
      return decodeBase64(content);
    default:
      throw new SyntaxError('A string has no type tag');
  }
}
