import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import type { OtherAnswer } from '../answers.js';
import type { ApprovalDecision } from '../approval.js';
import { FAULT_NAMES, type FaultName } from '../faults/fault-names.js';

const PLAIN_ANSWERS = ['silence', 'close', 'crash', 'forget-token', 'twice'] as const;

/**
 * Reads a decision that may be malformed, as JSON and code without types may be.
 *
 * @throws TypeError if it is none
 */
export function readDecision(
  { approved, accounts, instead, afterMs }: JsonObject,
  maxDelayMs = Number.MAX_VALUE,
): ApprovalDecision {
  if (typeof approved !== 'boolean') {
    throw new TypeError('A decision is an object, in which `approved` must be true or false');
  }
  if (accounts !== undefined && !isArrayOf(accounts, isString)) {
    throw new TypeError('`accounts` must be an array of base58 addresses');
  }
  if (afterMs !== undefined && !(typeof afterMs === 'number' && afterMs >= 0 && afterMs <= maxDelayMs)) {
    throw new TypeError(`\`afterMs\` must be a number of milliseconds from 0 to ${maxDelayMs}`);
  }
  return {
    approved,
    ...(accounts !== undefined && { accounts }),
    ...(instead !== undefined && { instead: readOtherAnswer(instead) }),
    ...(afterMs !== undefined && { afterMs }),
  };
}

function readOtherAnswer(value: unknown): OtherAnswer {
  const answer = isJsonObject(value) ? value : {};
  const { type, code, message, data, indexes, name } = answer;
  if (type === 'error' && Number.isSafeInteger(code) && (message === undefined || isString(message))) {
    return {
      type,
      code: Number(code),
      ...(message !== undefined && { message }),
      ...(data !== undefined && { data }),
    };
  }
  if ((type === 'invalid-payloads' || type === 'not-submitted') && isArrayOf(indexes, isIndex)) {
    return { type, indexes };
  }
  if (type === 'fault' && isFaultName(name)) return { type, name };
  const plain = PLAIN_ANSWERS.find((known) => known === type);
  if (plain) return { type: plain };
  throw new TypeError('`instead` must be one of the other answers (see the type `OtherAnswer`)');
}

function isArrayOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isFaultName(value: unknown): value is FaultName {
  return FAULT_NAMES.some((name) => name === value);
}
