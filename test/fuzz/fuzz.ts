import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bytes } from '../../src/util/bytes.js';
import type { MobileWalletErrorCode } from '../../src/util/errors.js';
import { hasErrorCode } from '../../src/util/find-error.js';
import { anyText } from '../support/any-text.js';
import { countDimensions } from '../support/dimensions.js';
import { within } from '../support/patience.js';

const { FUZZ_RUNS = '5000', FUZZ_SEED } = process.env;
/** Ten minutes: properties have a bound of their own, for each promise. */
const TEST_TIMEOUT = 600_000;
/** In ms of a calm machine. The longest wait of the library's own, with all its fellows, is far below. */
const BOUND = 8_000;

const CODES: Readonly<Record<MobileWalletErrorCode, true>> = {
  INVALID_ARGUMENT: true,
  USER_GESTURE_REQUIRED: true,
  LOOPBACK_BLOCKED: true,
  WALLET_NOT_FOUND: true,
  USER_CANCELLED: true,
  OPENED_IN_WALLET: true,
  USER_REJECTED: true,
  NOT_AUTHORIZED: true,
  ACCOUNT_NOT_AUTHORIZED: true,
  CHAIN_NOT_SUPPORTED: true,
  INVALID_PAYLOADS: true,
  ALREADY_SUBMITTED: true,
  NOT_SUBMITTED: true,
  SUBMISSION_UNKNOWN: true,
  NOT_CLONED: true,
  TOO_MANY_PAYLOADS: true,
  PAYLOAD_TOO_LARGE: true,
  METHOD_NOT_SUPPORTED: true,
  SESSION_CLOSED: true,
  SESSION_TIMEOUT: true,
  PROTOCOL_VIOLATION: true,
  INVALID_RESPONSE: true,
  CODE_NOT_LOADED: true,
  WALLET_ERROR: true,
};

/**
 * What a property draws: for each dimension the values that it can take, and those that a drawn value has.
 */
export type Dimensions<T> = Readonly<
  Record<string, readonly [values: readonly unknown[], read: (drawn: T) => readonly unknown[]]>
>;

type Dimension<T> = Dimensions<T>[string];

/** Makes the dimension of a part of what is drawn. */
export function dimensionOf<T, TPart>(
  [values, read]: Dimension<TPart>,
  getPart: (drawn: T) => TPart,
): Dimension<T> {
  return [values, (drawn) => read(getPart(drawn))];
}

/**
 * Tests a property with its share of all cases: `FUZZ_RUNS` of them, 5,000 where it is not set, of which this
 * one gets `percent`. `FUZZ_SEED` repeats a run. Each value of each dimension must occur: see
 * `countDimensions`.
 */
export function fuzz<T>(
  name: string,
  percent: number,
  arbitrary: fc.Arbitrary<T>,
  dimensions: Dimensions<T>,
  check: (value: T) => void | Promise<void>,
): void {
  it(
    name,
    async () => {
      const seed = FUZZ_SEED === undefined ? Date.now() | 0 : Number(FUZZ_SEED);
      let runs = 0;
      const all = Object.entries(dimensions);
      const counter = countDimensions(Object.fromEntries(all.map(([key, [values]]) => [key, values])));
      const property = fc.asyncProperty(arbitrary, async (value) => {
        runs++;
        for (const [key, [, read]] of all) for (const taken of read(value)) counter.count(key, taken);
        await check(value);
      });
      await fc.assert(property, { numRuns: Math.ceil((Number(FUZZ_RUNS) * percent) / 100), seed });
      const { currentTestName } = expect.getState();
      expect(counter.report(currentTestName ?? name, runs)).toEqual([]);
    },
    TEST_TIMEOUT,
  );
}

/** Gives how a promise settled; throws where it hangs, or rejects with anything but an error of ours. */
export async function settle<T>(promise: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [result] = await within(BOUND, Promise.allSettled([promise]), 'a promise to settle');
  if (result.status === 'rejected') expectTyped(result.reason);
  return result;
}

/** Gives what a function returned; throws where it threw anything but an error of ours. */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    expectTyped(error);
    return undefined;
  }
}

/** Throws the error itself unless it is one of ours, with a known code. */
export function expectTyped(error: unknown): void {
  if (!hasErrorCode(error)) throw error;
  expect(Object.keys(CODES)).toContain(error.code);
  expect(error.message).not.toBe('');
}

/** Values that parsers of JSON often handle wrongly. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, '', ' ', '__proto__', 'constructor', '\0', '\ud800', '\u2028', 'a'.repeat(5_000)],
    ...[0, -0, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, true, false, [], {}, [[]], [null], { length: 2 }],
    JSON.parse('{"__proto__":{"code":1,"address":"a"},"toString":null,"then":1}'),
  ),
  fc.jsonValue(),
);

/** The dimension of {@link nasty}. */
export const nastyTypes: Dimension<unknown> = [
  ['string', 'number', 'boolean', 'null', 'array', 'object'],
  (value) => [value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value],
];

const KINDS = ['replace', 'drop', 'repeat', 'wrap', 'move'] as const;

/** One change of a JSON value; `at` picks the place, whatever the value is. */
export type JsonEdit = Readonly<{ kind: (typeof KINDS)[number]; at: number; value: unknown }>;
/** Up to five of them; often none. */
export const jsonEdits: fc.Arbitrary<readonly JsonEdit[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat(), value: nasty }),
  { maxLength: 5 },
);

/** The dimension of {@link jsonEdits}. */
export const jsonKinds: Dimension<readonly JsonEdit[]> = [
  ['none', ...KINDS],
  (edits) => (edits.length === 0 ? ['none'] : edits.map(({ kind }) => kind)),
];

type Place = Readonly<{ parent: Record<string, unknown> | unknown[]; key: string }>;

/** Gives a copy of a JSON value with changes somewhere in it. */
export function editJson(value: unknown, edits: readonly JsonEdit[]): unknown {
  const root: { value: unknown } = { value: structuredClone(value) };
  for (const { kind, at, value: other } of edits) {
    const places = getPlaces(root);
    const place = places[at % Math.max(places.length, 1)];
    if (!place) break;
    const { parent, key } = place;
    const members = parent as Record<string, unknown>;
    if (kind === 'replace') members[key] = structuredClone(other);
    else if (kind === 'wrap') members[key] = [members[key]];
    else if (kind === 'move') members[key] = structuredClone((places.at(-1) as Place).parent);
    else if (Array.isArray(parent))
      parent.splice(Number(key), 1, ...(kind === 'drop' ? [] : [members[key], members[key]]));
    else if (kind === 'drop') delete members[key];
  }
  return root.value;
}

function getPlaces(parent: object): Place[] {
  return Object.entries(parent).flatMap(([key, member]) => [
    { parent: parent as Place['parent'], key },
    ...(typeof member === 'object' && member !== null ? getPlaces(member) : []),
  ]);
}

/** Changes of a text: remove, insert, truncate, repeat. */
export const textEdits = fc.array(
  fc.record({
    at: fc.nat(),
    removed: fc.nat({ max: 4 }),
    added: fc.oneof(
      fc.constant(''),
      fc.constantFrom('"', '\\', '{', '}', '%', '&', '=', '/', '\n', '\r\n', '\0', '1e999', 'null', '\ud800'),
      anyText({ maxLength: 4 }),
    ),
    isEnd: fc.boolean(),
  }),
  { maxLength: 4 },
);
type TextEdit = (typeof textEdits extends fc.Arbitrary<infer T> ? T : never)[number];

/** The dimension of {@link textEdits}. */
export const textKinds: Dimension<readonly TextEdit[]> = [
  ['none', 'add', 'remove', 'cut'],
  (edits) =>
    edits.length === 0
      ? ['none']
      : edits.flatMap(({ added, removed, isEnd }) => [
          ...(added === '' ? [] : ['add']),
          ...(removed > 0 ? ['remove'] : isEnd ? ['cut'] : []),
        ]),
];

/** Gives the text with these changes. */
export function editText(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce((changed, { at, removed, added, isEnd }) => {
    const start = at % (changed.length + 1);
    return changed.slice(0, start) + added + (isEnd && removed === 0 ? '' : changed.slice(start + removed));
  }, text);
}

const FRAME_KINDS = ['drop', 'repeat', 'truncate', 'flip', 'swap', 'insert', 'extend'] as const;

/** Changes of a stream of frames. */
export const frameEdits = fc.array(
  fc.record({
    kind: fc.constantFrom(...FRAME_KINDS),
    at: fc.nat(),
    offset: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 80 }).map((bytes) => Uint8Array.from(bytes)),
  }),
  { maxLength: 3 },
);
type FrameEdit = (typeof frameEdits extends fc.Arbitrary<infer T> ? T : never)[number];

/** The dimension of {@link frameEdits}. */
export const frameKinds: Dimension<readonly FrameEdit[]> = [
  ['none', ...FRAME_KINDS],
  (edits) => (edits.length === 0 ? ['none'] : edits.map(({ kind }) => kind)),
];

/** Gives the frames with these changes; a frame that is not changed stays the same object. */
export function editFrames(frames: readonly Bytes[], edits: readonly FrameEdit[]): readonly Bytes[] {
  const changed = [...frames];
  for (const { kind, at, offset, bytes } of edits) {
    const index = at % Math.max(changed.length, 1);
    const frame = changed[index] ?? new Uint8Array();
    if (kind === 'drop') changed.splice(index, 1);
    else if (kind === 'repeat') changed.splice(index, 0, frame);
    else if (kind === 'truncate') changed[index] = frame.slice(0, offset % (frame.length + 1));
    else if (kind === 'flip') changed[index] = flipBit(frame, offset);
    else if (kind === 'swap') changed.splice(index, 2, ...changed.slice(index, index + 2).reverse());
    else if (kind === 'insert') changed.splice(index, 0, bytes);
    else changed[index] = Uint8Array.from([...frame, ...bytes]);
  }
  return changed;
}

function flipBit(frame: Bytes, offset: number): Bytes {
  const index = offset % Math.max(frame.length, 1);
  return frame.map((byte, at) => (at === index ? byte ^ (1 << (offset % 8)) : byte));
}
