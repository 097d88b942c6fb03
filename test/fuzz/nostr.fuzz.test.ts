import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createNostrEvent,
  createNostrKeyPair,
  isNostrEventValid,
  MAX_RELAY_MESSAGE_LENGTH,
  parseRelayMessage,
} from '../../src/protocol/nostr.js';
import { expectQuick } from '../support/patience.js';
import {
  dimensionOf,
  editJson,
  editText,
  fuzz,
  jsonEdits,
  jsonKinds,
  nasty,
  nastyTypes,
  textEdits,
  textKinds,
} from './fuzz.js';

const event = await createNostrEvent(createNostrKeyPair(), {
  tags: [
    ['d', 'a'.repeat(64)],
    ['p', 'b'.repeat(64)],
  ],
  content: 'AAAA',
});
const MESSAGES = [
  ['EVENT', 's', event],
  ['EOSE', 's'],
  ['OK', event.id, false, 'blocked: no'],
  ['CLOSED', 's', 'error: no'],
];
const message = fc.tuple(fc.constantFrom(...MESSAGES), jsonEdits, textEdits);

/** Parses a message; throws if it has members of the wrong type. */
async function check(text: string): Promise<void> {
  const parsed = parseRelayMessage(text);
  if (!parsed) return;
  expect(['EVENT', 'EOSE', 'OK', 'CLOSED']).toContain(parsed.type);
  if (parsed.type === 'OK') expect(parsed.id).toEqual(expect.any(String));
  else expect(parsed.subscription).toEqual(expect.any(String));
  if (parsed.type === 'OK' || parsed.type === 'CLOSED') expect(parsed.reason).toEqual(expect.any(String));
  if (parsed.type !== 'EVENT') return;
  const isValid = await isNostrEventValid(parsed.event);
  const { id, pubkey, created_at, kind, tags, content, sig } = parsed.event;
  if (isValid) expect({ id, pubkey, created_at, kind, tags, content, sig }).toEqual(event);
}

describe("a relay's message", () => {
  fuzz(
    'that was changed is parsed or ignored',
    5,
    message,
    {
      message: [MESSAGES.map(([type]) => type), ([[type]]) => [type]],
      json: dimensionOf(jsonKinds, ([, edits]) => edits),
      text: dimensionOf(textKinds, ([, , changes]) => changes),
    },
    async ([given, edits, changes]) => {
      await check(editText(JSON.stringify(editJson(given, edits)) ?? '', changes));
    },
  );

  fuzz('of any JSON is parsed or ignored', 3, nasty, { type: nastyTypes }, async (value) => {
    await check(JSON.stringify(value) ?? '');
    await check(JSON.stringify(['EVENT', 's', value]) ?? '');
    await check(JSON.stringify(['EVENT', 's', { ...event, tags: value }]) ?? '');
  });

  it.each(['[', '"', '\\u0000', '1', '[1,'])('of many %j is ignored quickly', async (part) => {
    const text = part.repeat(MAX_RELAY_MESSAGE_LENGTH / part.length);
    await expectQuick(() => check(text));
  });

  it('with an event of many escaped characters is checked quickly', async () => {
    const content = '\u0000'.repeat(MAX_RELAY_MESSAGE_LENGTH / 6);
    const text = JSON.stringify(['EVENT', 's', { ...event, content }]);
    await expectQuick(() => check(text));
  });
});
