import { expect } from 'vitest';

/** What is no object. */
export const NOT_OBJECTS: readonly unknown[] = [null, 0, '', 'text', true, []];

/**
 * The same without `null`, which counts as absent in Wallet Standard methods, because wallet pickers pass it.
 */
export const NOT_INPUTS: readonly unknown[] = NOT_OBJECTS.filter((value) => value !== null);

/** What is no function. */
export const NOT_FUNCTIONS: readonly unknown[] = [undefined, null, 0, 'text', {}];

/** Byte arrays that can no longer be read, because their buffer was transferred or has become too short. */
function createUnreadable(): readonly Uint8Array[] {
  const detached = new Uint8Array([1, 2]);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const Resizable = ArrayBuffer as unknown as new (
    length: number,
    options: Readonly<{ maxByteLength: number }>,
  ) => ArrayBuffer & Readonly<{ resize(length: number): void }>;
  const buffer = new Resizable(8, { maxByteLength: 8 });
  const arrays = [new Uint8Array(buffer, 4), new Uint8Array(buffer, 4, 2)];
  buffer.resize(2);
  return [detached, ...arrays];
}

/** What is no byte array, or is one that cannot be read. */
export const NOT_BYTES: readonly unknown[] = [
  null,
  0,
  'text',
  [1],
  {},
  new ArrayBuffer(1),
  Promise.resolve(new Uint8Array(1)),
  ...createUnreadable(),
];

/** What is no list; `null` counts as absent where a list may be. */
export const NOT_LISTS: readonly unknown[] = [0, '', 'text', true, {}];

/** An argument that is wrong in several ways, the name that its error has, and a call with it. */
export type WrongRow = readonly [
  what: string,
  argument: string,
  wrong: readonly unknown[],
  call: (value: never) => unknown,
];

/** Expects a call to be refused with each wrong value, by an error that names the argument. */
export async function expectRefused([, argument, wrong, call]: WrongRow): Promise<void> {
  for (const value of wrong) {
    const outcome = await (async () => call(value as never))().catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'INVALID_ARGUMENT', context: { argument } });
  }
}
