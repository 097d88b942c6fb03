import { expect, it } from 'vitest';
import { expectQuick, until, within } from './patience.js';

const never = new Promise<never>(() => {});
const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('a promise that never settles, and a condition that never holds, are over in the end', async () => {
  await expect(within(50, never, 'nothing')).rejects.toThrow('Waited more than 50 ms for nothing');
  await expect(until(() => false, 'nothing', 50)).rejects.toThrow('Waited more than 50 ms for nothing');
});

it('a promise is waited for as long as this machine does nothing else', async () => {
  const slow = Promise.resolve().then(
    () => new Promise((resolve) => setImmediate(() => setImmediate(resolve, 'done'))),
  );
  const waiting = within(50, slow, 'the turns');
  block(500);
  expect(await waiting).toBe('done');
  await expect(within(50, Promise.reject(new Error('own')), 'an error')).rejects.toThrow('own');
});

it('an action that takes too many times as long as arithmetic is not quick', async () => {
  await expectQuick(() => {});
  const sumUp = (): number => {
    let sum = 0;
    for (let count = 0; count < 40_000_000; count++) sum = (sum * 31 + count) | 0;
    return sum;
  };
  await expect(expectQuick(sumUp, 5)).rejects.toThrow('times as long as arithmetic');
});
