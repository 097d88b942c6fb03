import { type Address, isAddress, isSignature, type Signature } from '@solana/kit';
import { decodeBase58, decodeBase64 } from 'mobile-wallet-standard/endpoint';
import { isChainError } from '../../explain/chain.js';
import {
  type DecodedTransaction,
  decodeTransaction,
  VERSION_1_SIZE_LIMIT,
} from '../../explain/describe-transaction.js';
import { createInvalidParamsError, RPC_ERROR, RpcError } from '../rpc-error.js';
import type { Ledger } from './ledger.js';
import { COMMITMENTS, type Commitment } from './rpc-settings.js';

/** Answers one JSON-RPC method, now or later. Throws or rejects with an `RpcError`. */
export type RpcMethod = (ledger: Ledger, params: Params) => unknown;

/** The positional parameters of a request. */
export type Params = readonly unknown[];

/** The options object at the end of a request's parameters. */
export type Config = Readonly<Record<string, unknown>>;

/** The version in `getVersion` and in every context; it names no release of a validator. */
export const API_VERSION = '0.0.0-mock';

const BASE58_CHARACTERS_PER_BYTE = Math.log(256) / Math.log(58);

/** The options of what is read as early as the RPC knows it. */
export const PROCESSED: Config = { commitment: 'processed' };

/** Wraps a value together with the slot at which it was read, by default the newest. */
export function withContext(ledger: Ledger, value: unknown, config = PROCESSED) {
  return { context: { slot: getSlot(ledger, config), apiVersion: API_VERSION }, value };
}

/** Returns the commitment of options that were read; as in a validator, `finalized` by default. */
export function getCommitment({ commitment }: Config): Commitment {
  return COMMITMENTS.find((known) => known === commitment) ?? 'finalized';
}

/** Returns the newest slot at the commitment of `config`, at least the chain's first one. */
export function getSlot(ledger: Ledger, config: Config): bigint {
  const slot = ledger.getSlot(getCommitment(config));
  const { firstSlot } = ledger.svm;
  return slot > firstSlot ? slot : firstSlot;
}

/** Reads the options at `index`. */
export function readConfig(ledger: Ledger, params: Params, index: number): Config {
  const config = readObject(params[index] ?? {}, 'options');
  const { commitment, minContextSlot } = config;
  const known: readonly unknown[] = COMMITMENTS;
  if (commitment !== undefined && commitment !== null && !known.includes(commitment)) {
    throw createInvalidParamsError(`Invalid param: unknown commitment ${JSON.stringify(commitment)}`);
  }
  const slot = getSlot(ledger, config);
  if ((readOptionalInteger(minContextSlot, 'minContextSlot') ?? 0n) > slot) {
    const text = 'Minimum context slot has not been reached';
    throw new RpcError(RPC_ERROR.MIN_CONTEXT_SLOT_NOT_REACHED, text, { contextSlot: slot });
  }
  return config;
}

/**
 * Reads the options of a method about blocks or transactions of the past, for which `processed` is too early.
 */
export function readHistoryConfig(ledger: Ledger, params: Params, index: number): Config {
  const config = readConfig(ledger, params, index);
  if (config['commitment'] === 'processed') {
    throw createInvalidParamsError('Method does not support commitment below `confirmed`');
  }
  return config;
}

/** Refuses parameters with `problem` unless `isRight`. */
export function assertParam(isRight: boolean, problem: string): asserts isRight {
  if (!isRight) throw createInvalidParamsError(`Invalid param: ${problem}`);
}

/** Reads an object with string keys. */
export function readObject(value: unknown, name: string): Config {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  assertParam(isObject, `${name} must be an object`);
  return { ...value };
}

/** Reads a string. */
export function readString(value: unknown, name: string): string {
  assertParam(typeof value === 'string', `${name} must be a string`);
  return value;
}

/** Reads a base58 address. */
export function readAddress(value: unknown, name = 'address'): Address {
  const text = readString(value, name);
  assertParam(isAddress(text), `${name} is not a base58 address`);
  return text;
}

/** Reads a base58 signature. */
export function readSignature(value: unknown): Signature {
  const text = readString(value, 'a signature');
  assertParam(isSignature(text), 'not a base58 signature');
  return text;
}

/** Reads an array of at most `limit` items. */
export function readArray(value: unknown, name: string, limit: number): readonly unknown[] {
  assertParam(Array.isArray(value), `${name} must be an array`);
  if (value.length > limit) throw createInvalidParamsError(`Too many inputs provided; max ${limit}`);
  return value;
}

/** Reads a whole number of at least 0 that JSON carries without loss. */
export function readInteger(value: unknown, name: string): bigint {
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  assertParam(isWhole, `${name} must be a whole number from 0 to 2^53 - 1`);
  return BigInt(value);
}

/** Reads the same, or `undefined` where the number is left out. */
export function readOptionalInteger(value: unknown, name: string): bigint | undefined {
  return value === undefined || value === null ? undefined : readInteger(value, name);
}

/** Reads a boolean; `false` where it is left out. */
export function readBoolean(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  assertParam(typeof value === 'boolean', `${name} must be a boolean`);
  return value;
}

/** Reads one of the strings in `allowed`; the default is the first. */
export function readChoice<T extends string>(value: unknown, name: string, allowed: readonly [T, ...T[]]): T {
  if (value === undefined || value === null) return allowed[0];
  const choice = allowed.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  const problem = `unsupported ${name}: ${JSON.stringify(value)}. Supported here: ${allowed.join(', ')}`;
  throw createInvalidParamsError(problem);
}

/** Reads at most `limit` bytes in base58 or base64. */
export function readBytes(
  value: unknown,
  encoding: 'base58' | 'base64',
  name: string,
  limit: number,
): Uint8Array {
  const text = readString(value, name);
  const isBase58 = encoding === 'base58';
  const longest = isBase58 ? Math.ceil(limit * BASE58_CHARACTERS_PER_BYTE) : Math.ceil(limit / 3) * 4;
  // Before it is decoded, because for base58 that takes a time that grows with the square of the length.
  if (text.length > longest) {
    throw createInvalidParamsError(
      `${encoding} encoded ${name} too large: ${text.length} bytes (max: encoded/raw ${longest}/${limit})`,
    );
  }
  try {
    return isBase58 ? decodeBase58(text, longest) : decodeBase64(text);
  } catch {
    throw createInvalidParamsError(`invalid ${encoding} encoding of ${name}`);
  }
}

/** Reads an encoded transaction. As for a validator, the default encoding is base58. */
export function readTransaction(value: unknown, encoding: unknown): DecodedTransaction {
  const chosen = readChoice(encoding, 'encoding', ['base58', 'base64']);
  const wire = readBytes(value, chosen, 'transaction', VERSION_1_SIZE_LIMIT);
  try {
    return decodeTransaction(wire);
  } catch (error) {
    if (!isChainError(error)) throw error;
    throw createInvalidParamsError(`failed to deserialize transaction: ${error.message}`);
  }
}
