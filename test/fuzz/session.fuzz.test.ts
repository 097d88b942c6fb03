import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createChannelPair } from '../../src/connection/channel.js';
import { dappHandshake, walletHandshake } from '../../src/connection/handshake.js';
import { createRpcClient } from '../../src/connection/rpc.js';
import { createSecureChannel } from '../../src/connection/secure-channel.js';
import { createDappHello } from '../../src/protocol/hello.js';
import { encodeJsonRpc } from '../../src/protocol/json-rpc.js';
import { createAssociationKeyPair, exportPoint } from '../../src/protocol/session-keys.js';
import { equalBytes } from '../../src/util/bytes.js';
import { overTheWire } from '../support/results.js';
import {
  dimensionOf,
  editFrames,
  editJson,
  editText,
  frameEdits,
  frameKinds,
  fuzz,
  jsonEdits,
  jsonKinds,
  settle,
  textEdits,
  textKinds,
} from './fuzz.js';

const association = await createAssociationKeyPair();
const associationPoint = await exportPoint(association);
const key = await crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-GCM', false, [
  'encrypt',
  'decrypt',
]);

/** A dapp with calls under way, and the wallet's end of its session, where they have arrived. */
async function openCalls(count: number) {
  const [dappEnd, walletEnd] = createChannelPair();
  const client = createRpcClient(createSecureChannel(dappEnd, key));
  const calls = Array.from({ length: count }, () => settle(client.call('any', {})));
  const wallet = createSecureChannel(walletEnd, key);
  for (const _ of calls) await wallet.read();
  return { client, calls, walletEnd, wallet };
}

describe('a dapp whose wallet’s frames are changed on the way', () => {
  const answers = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 5 });

  fuzz(
    'gets the true responses before the first change, and typed errors after it',
    15,
    fc.tuple(answers, frameEdits),
    {
      answers: [[1, 2, 3, 4, 5], ([results]) => [results.length]],
      frame: dimensionOf(frameKinds, ([, edits]) => edits),
    },
    async ([results, edits]) => {
      const { client, calls, wallet, walletEnd } = await openCalls(results.length);
      const frames = await Promise.all(
        results.map((result, index) => wallet.seal(encodeJsonRpc({ id: index + 1, result }))),
      );
      const sent = editFrames(frames, edits);
      for (const frame of sent) walletEnd.send(frame);
      walletEnd.close();
      const seen = sent.filter(({ length }) => length > 0);
      const changed = seen.findIndex((frame, index) => !equalBytes(frame, frames[index] ?? new Uint8Array()));
      const intact = changed < 0 ? seen.length : changed;
      for (const [index, outcome] of (await Promise.all(calls)).entries()) {
        if (index >= intact) expect(outcome.status).toBe('rejected');
        else expect(outcome).toHaveProperty('value', { id: index + 1, result: overTheWire(results[index]) });
      }
      expect(await settle(client.closed)).toHaveProperty('value.code');
    },
  );
});

describe('a dapp whose wallet sends anything', () => {
  const answer = {
    jsonrpc: '2.0',
    id: 1,
    error: { code: -1, message: 'no', data: { a: [1] } },
    result: { a: ['b'] },
  };
  const message = fc.record({
    id: fc.nat({ max: 5 }),
    isError: fc.boolean(),
    json: jsonEdits,
    text: textEdits,
  });

  fuzz(
    'gets a response of the right shape or a typed error for each call',
    13,
    fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(message, { maxLength: 6 })),
    {
      calls: [[1, 2, 3, 4], ([count]) => [count]],
      messages: [[0, 1, 2, 3, 4, 5, 6], ([, messages]) => [messages.length]],
      id: [[0, 1, 2, 3, 4, 5], ([, messages]) => messages.map(({ id }) => id)],
      error: [[true, false], ([, messages]) => messages.map(({ isError }) => isError)],
      json: [jsonKinds[0], ([, messages]) => messages.flatMap(({ json }) => jsonKinds[1](json))],
      text: [textKinds[0], ([, messages]) => messages.flatMap(({ text }) => textKinds[1](text))],
    },
    async ([count, messages]) => {
      const { client, calls, wallet } = await openCalls(count);
      for (const { id, isError, json, text } of messages) {
        const { error, result, ...rest } = { ...answer, id };
        const value = editJson({ ...rest, ...(isError ? { error } : { result }) }, json);
        await settle(wallet.send(editText(JSON.stringify(value) ?? '', text)));
      }
      wallet.close();
      for (const outcome of await Promise.all(calls)) {
        if (outcome.status === 'rejected') continue;
        const { error } = outcome.value;
        if (error) expect(error).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
        else expect(outcome.value).toHaveProperty('result');
      }
      expect(await settle(client.closed)).toHaveProperty('value.code');
    },
  );
});

describe('a handshake that is changed on the way', () => {
  const HONEST = '{"v":"v1"}';
  const properties = fc.option(
    fc
      .tuple(jsonEdits, textEdits)
      .map(([json, text]) => editText(JSON.stringify(editJson({ v: 'v1' }, json)) ?? '', text)),
    { nil: undefined },
  );

  fuzz(
    'ends at the dapp with a session or a typed error',
    5,
    fc.tuple(properties, frameEdits),
    {
      properties: [
        ['honest', 'changed', 'none'],
        ([text]) => [text === HONEST ? 'honest' : text === undefined ? 'none' : 'changed'],
      ],
      frame: dimensionOf(frameKinds, ([, edits]) => edits),
    },
    async ([text, edits]) => {
      const [dappEnd, walletEnd] = createChannelPair();
      const shaken = settle(dappHandshake(dappEnd, createDappHello(association)));
      const carrier = {
        ...walletEnd,
        send: (message: Uint8Array<ArrayBuffer>) => editFrames([message], edits).forEach(walletEnd.send),
      };
      await settle(walletHandshake(carrier, associationPoint, text));
      walletEnd.close();
      const { status } = await shaken;
      const isHonest = edits.length === 0 && (text === undefined || text === HONEST);
      if (isHonest) expect(status).toBe('fulfilled');
    },
  );

  fuzz(
    'ends at the wallet with a session or a typed error',
    5,
    frameEdits,
    { frame: frameKinds },
    async (edits) => {
      const [dappEnd, walletEnd] = createChannelPair();
      const shaken = settle(walletHandshake(walletEnd, associationPoint, '{"v":"1"}'));
      const carrier = {
        ...dappEnd,
        send(message: Uint8Array<ArrayBuffer>) {
          const sent = editFrames([message], edits);
          sent.forEach(dappEnd.send);
          // The wallet ignores empty messages, and would wait for as long as the channel is open.
          if (sent.every(({ length }) => length === 0)) dappEnd.close();
        },
      };
      await settle(dappHandshake(carrier, createDappHello(association)));
      const { status } = await shaken;
      if (edits.length === 0) expect(status).toBe('fulfilled');
    },
  );
});
