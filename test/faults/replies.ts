import { ed25519 } from '@noble/curves/ed25519.js';
import type { MessageFault, RequestMethod } from '../../mock/src/wallet/faults/fault.js';
import { createSignInText, type SignInFields } from '../../src/protocol/sign-in-text.js';
import { type Bytes, concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';

type At = MessageFault['at'];

export const NOTHING = { rewrite: () => [] } as const;
export const PING: Bytes = new Uint8Array();

/** Answers a request with another JSON-RPC message. */
export function reply(
  at: RequestMethod,
  change: (reply: JsonObject) => unknown,
  rest: Partial<MessageFault> = {},
): MessageFault {
  return { ...rest, at, rewrite: (text) => [JSON.stringify(change(parse(text)))] };
}

/** Answers a request with another result, made of the wallet's own. */
export function result(
  at: RequestMethod,
  change: (result: JsonObject) => unknown,
  rest: Partial<MessageFault> = {},
): MessageFault {
  const getResult = (answer: JsonObject) => (answer['result'] ?? {}) as JsonObject;
  return reply(
    at,
    ({ jsonrpc, id, ...answer }) => ({ jsonrpc, id, result: change(getResult(answer)) }),
    rest,
  );
}

/** Answers a request with an error. */
export function error(
  at: RequestMethod,
  code: number,
  data?: unknown,
  rest: Partial<MessageFault> = {},
): MessageFault {
  const answer = { code, message: 'No' };
  return reply(
    at,
    ({ jsonrpc, id }) => ({ jsonrpc, id, error: data === undefined ? answer : { ...answer, data } }),
    rest,
  );
}

/** Answers a request with other members in its result. */
export function members(at: RequestMethod, changes: JsonObject): MessageFault {
  return result(at, (own) => ({ ...own, ...changes }));
}

/** Answers `authorize` with other members in its account. */
export function account(changes: JsonObject): MessageFault {
  return result('authorize', (own) => ({
    ...own,
    accounts: (own['accounts'] as readonly JsonObject[]).map((granted) => ({ ...granted, ...changes })),
  }));
}

/** Sends other text in place of a message's. */
export function text(at: At, ...texts: readonly string[]): MessageFault {
  return { at, rewrite: () => texts };
}

/** Sends other bytes in place of a message. */
export function bytes(at: At, change: (message: Bytes) => readonly Bytes[]): MessageFault {
  return { at, send: change };
}

/** Flips the last bit of a message, which is the tag's. */
export function flipLast(message: Bytes): Bytes {
  const flipped = message.slice();
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  return flipped;
}

/** Signs a message as `sign_messages` answers it. */
export function signMessage(seed: Uint8Array, message: Bytes): string {
  return encodeBase64(concatBytes(message, ed25519.sign(message, seed)));
}

/** Puts a signature into the one slot of a wire transaction. */
export function signWire(seed: Uint8Array, wire: Uint8Array): string {
  const message = wire.slice(65);
  return encodeBase64(concatBytes(wire.subarray(0, 1), ed25519.sign(message, seed), message));
}

/** Makes a `sign_in_result`. */
export function signIn(seed: Uint8Array, address: string, fields: SignInFields): JsonObject {
  const message = encodeUtf8(createSignInText(fields));
  return {
    address,
    signed_message: encodeBase64(message),
    signature: encodeBase64(ed25519.sign(message, seed)),
  };
}

/** The texts of `signed_payloads`, each changed as bytes. */
export function changePayloads(own: JsonObject, change: (payload: Bytes) => Uint8Array): JsonObject {
  const payloads = own['signed_payloads'] as readonly string[];
  return { signed_payloads: payloads.map((payload) => encodeBase64(change(decodeBase64(payload)))) };
}

function parse(json: string): JsonObject {
  return JSON.parse(json) as JsonObject;
}
