import { expect, it } from 'vitest';
import { createSharedSession } from './shared-session.js';

it('an idle session closes soon after the page thaws, and after the messages that arrived meanwhile', async () => {
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    const shared = createSharedSession(
      async ({ sessionSignal }) => {
        sessionSignal.addEventListener('abort', () => {
          order.push('closed');
          resolve();
        });
        return { closed: new Promise(() => {}), lingerMs: 50 };
      },
      () => {
        // Once `lingerMs` has begun, nothing runs for longer than the second after which a page counts as frozen.
        setTimeout(() => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
          setTimeout(() => order.push('message'), 50);
        });
      },
    );
    void shared.run(async () => {});
  });
  expect(order).toEqual(['message', 'closed']);
});
