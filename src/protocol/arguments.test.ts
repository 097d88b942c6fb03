import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../util/base58.js';
import { encodeBase64 } from '../util/bytes.js';
import { copyObject } from './arguments.js';
import { parseChainIdentifier } from './chains.js';
import { decodeCapabilities, encodeSendParams, getCluster, parseSendOptions } from './methods.js';
import { isBase58Key, isSet, parseBase64Addresses, parsePayloads, parseTexts } from './payloads.js';
import type { ChainIdentifier } from './types.js';

const KEY = new Uint8Array(32).fill(7);

describe('a chain', () => {
  it.each([
    ['solana:devnet', 'solana:devnet', 'devnet'],
    ['devnet', 'solana:devnet', 'devnet'],
    ['mainnet-beta', 'solana:mainnet', 'mainnet-beta'],
    ['solana:mainnet-beta', 'solana:mainnet', 'mainnet-beta'],
    ['solana:localnet', 'solana:localnet', undefined],
  ])('named %s is %s, in protocol 1.x %s', (name, chain, cluster) => {
    expect(parseChainIdentifier(name)).toBe(chain);
    const get = () => getCluster(chain as ChainIdentifier);
    if (cluster) expect(get()).toBe(cluster);
    else expect(get).toThrowWith('INVALID_ARGUMENT', { argument: 'chain' });
  });

  it.each(['', 'mainnet', 'localnet', 'solana:', 'solana:undefined', 'undefined'])('is not %j', (name) => {
    expect(() => parseChainIdentifier(name)).toThrowWith('INVALID_ARGUMENT', { argument: 'chain' });
  });
});

describe('send options', () => {
  it('are taken if they are set, and are left out of a request without any', () => {
    const options = {
      skipPreflight: true,
      maxRetries: 0,
      minContextSlot: 2 ** 31 - 1,
      commitment: undefined,
    };
    const { commitment: _, ...taken } = options;
    expect(parseSendOptions({ ...options, other: 1 })).toStrictEqual(taken);
    expect(encodeSendParams([KEY], {})).toEqual({ payloads: [encodeBase64(KEY)] });
  });

  it.each([
    ['skipPreflight', 1],
    ['waitForCommitmentToSendNextTransaction', 'true'],
    ['maxRetries', -1],
    ['maxRetries', 2 ** 31],
    ['minContextSlot', 1.5],
    ['minContextSlot', '1'],
    ['commitment', 'recent'],
  ])('are refused: %s %j', (option, value) => {
    expect(() => parseSendOptions({ [option]: value })).toThrowWith('INVALID_ARGUMENT', { argument: option });
  });
});

describe('a list', () => {
  const key = encodeBase64(KEY);
  it.each<[what: string, read: (list: never) => unknown, list: readonly unknown[]]>([
    ['payloads', (list) => parsePayloads(list, 'list'), [KEY, new Uint8Array()]],
    ['addresses', parseBase64Addresses, [key, key]],
    ['texts', (list) => parseTexts(list, 'list'), ['a', '']],
    ['texts', (list) => parseTexts(list, 'list'), []],
  ])('of %s is copied', (_, read, list) => {
    const copy = read(list as never);
    expect(copy).toEqual(list);
    expect(copy).not.toBe(list);
  });

  it.each<[argument: string, read: () => unknown]>([
    ['list', () => parsePayloads([], 'list')],
    ['list[1]', () => parsePayloads([KEY, 'a'] as never, 'list')],
    ['addresses[1]', () => parseBase64Addresses([key, encodeBase64(KEY.subarray(1))])],
    ['addresses[0]', () => parseBase64Addresses([[key]] as never)],
    ['list', () => parseTexts(['a', 7] as never, 'list')],
    ['list', () => parseTexts('a' as never, 'list')],
  ])('is refused for %s', (argument, read) => {
    expect(read).toThrowWith('INVALID_ARGUMENT', { argument });
  });

  it('in an object is copied with it, and other values are returned as they are', () => {
    const list = [1];
    const copy = copyObject({ list, text: 'a' });
    list.push(2);
    expect(copy).toEqual({ list: [1], text: 'a' });
    expect([copyObject('a'), copyObject(null), copyObject(list) === list]).toEqual(['a', null, true]);
    expect([undefined, null, '', 0].map(isSet)).toEqual([false, false, true, true]);
  });
});

it('a base58 key is a text of 32 bytes', () => {
  const key = encodeBase58(KEY);
  expect([key, [key], encodeBase58(KEY.subarray(1)), `${key}\n`, 7].map(isBase58Key)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('a legacy wallet signs transactions without sending them, whatever it lists', () => {
  const sign = 'solana:signTransactions';
  expect(decodeCapabilities({ features: ['a'] }).features).toEqual(['a']);
  expect(decodeCapabilities({ features: ['a'] }, true).features).toEqual(['a', sign]);
  expect(decodeCapabilities({ features: [sign] }, true).features).toEqual([sign]);
});
