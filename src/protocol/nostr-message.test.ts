import { describe, expect, it } from 'vitest';
import { NOSTR_KIND, parseRelayMessage } from './nostr.js';

// Not random, because it is in the names of tests.
const event = {
  id: 'a'.repeat(64),
  pubkey: 'b'.repeat(64),
  created_at: 1,
  kind: NOSTR_KIND,
  tags: [['d', 'session'], ['p']],
  content: '',
  sig: 'c'.repeat(128),
};
const parse = (value: unknown) => parseRelayMessage(JSON.stringify(value));

describe("a relay's message", () => {
  it.each([
    [['EVENT', 's', event], { type: 'EVENT', subscription: 's', event }],
    [['EOSE', 's'], { type: 'EOSE', subscription: 's' }],
    [['OK', event.id, true, ''], { type: 'OK', id: event.id, isAccepted: true, reason: '' }],
    [['OK', event.id, true], { type: 'OK', id: event.id, isAccepted: true, reason: '' }],
    [
      ['OK', event.id, false, 'blocked: no'],
      { type: 'OK', id: event.id, isAccepted: false, reason: 'blocked: no' },
    ],
    [['CLOSED', 's', 'error: idle'], { type: 'CLOSED', subscription: 's', reason: 'error: idle' }],
    [['CLOSED', 's'], { type: 'CLOSED', subscription: 's', reason: '' }],
  ])('is parsed: %j', (message, parsed) => {
    expect(parse(message)).toEqual(parsed);
  });

  it.each([
    [['NOTICE', 'hello']],
    [['AUTH', 'challenge']],
    [['COUNT', 's', { count: 1 }]],
    [[]],
    [{}],
    [null],
    ['EOSE'],
    [['EOSE']],
    [['EOSE', 1]],
    [['OK', event.id]],
    [['OK', event.id, 'false', '']],
    [['OK', event.id, false, null]],
    [['EVENT', 's']],
    [['EVENT', 's', null]],
    [['EVENT', 's', []]],
  ])('means nothing: %j', (message) => {
    expect(parse(message)).toBeUndefined();
  });

  it.each(['', '[', 'EOSE', '["EOSE","s"', '\0', '["EOSE","s"]]'])('is not JSON: %j', (text) => {
    expect(parseRelayMessage(text)).toBeUndefined();
  });

  it.each([
    ['created_at', 0],
    ['kind', 65_535],
    ['tags', []],
    ['tags', Array.from({ length: 32 }, () => Array.from({ length: 32 }, () => 'd'))],
  ])('has an event at the limit: %s is %j', (member, value) => {
    expect(parse(['EVENT', 's', { ...event, [member]: value }])).toMatchObject({ type: 'EVENT' });
  });

  it.each([
    ['id', 'A'.repeat(64)],
    ['id', 'a'.repeat(63)],
    ['pubkey', `${'a'.repeat(63)}\n`],
    ['pubkey', null],
    ['sig', 'a'.repeat(64)],
    ['created_at', -1],
    ['created_at', 1.5],
    ['created_at', '1'],
    ['created_at', 2 ** 53],
    ['kind', 65_536],
    ['tags', undefined],
    ['tags', [null]],
    ['tags', [[1]]],
    ['tags', [['d'], null]],
    ['tags', [['d', 1]]],
    ['tags', Array.from({ length: 33 }, () => ['d'])],
    ['tags', [Array.from({ length: 33 }, () => 'd')]],
    ['content', null],
  ])('has an event of the wrong shape: %s is %j', (member, value) => {
    expect(parse(['EVENT', 's', { ...event, [member]: value }])).toBeUndefined();
  });
});
