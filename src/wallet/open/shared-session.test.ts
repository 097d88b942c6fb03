import { describe, expect, it } from 'vitest';
import { createEvent } from '../../../test/support/event.js';
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
        return { closed: new Promise(() => {}), getIdleMs: () => 50, takesCalls: () => true };
      },
      {
        onIdle() {
          // Once `idleMs` has begun, nothing runs for longer than the second after which a page counts as
          // frozen.
          setTimeout(() => {
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
            setTimeout(() => order.push('message'), 50);
          });
        },
      },
    );
    void shared.run(async () => {});
  });
  expect(order).toEqual(['message', 'closed']);
});

describe('a session that is closed', () => {
  const never = new Promise<never>(() => {});
  const setUp = () => {
    const idle: unknown[] = [];
    const closed: unknown[] = [];
    let opened = 0;
    const shared = createSharedSession(
      async ({ sessionSignal }) => {
        sessionSignal.addEventListener('abort', () => closed.push(sessionSignal.reason));
        return { number: ++opened, closed: never, getIdleMs: () => 60_000, takesCalls: () => true };
      },
      { onIdle: (session) => idle.push(session?.number) },
    );
    return { shared, idle, closed };
  };

  it('needs nothing done before', async () => {
    const { shared, closed } = setUp();
    expect(shared.isOpen()).toBe(false);
    await shared.run(async () => {});
    expect(shared.isOpen()).toBe(true);
    await shared.close('enough');
    expect(shared.isOpen()).toBe(false);
    expect(closed).toEqual(['enough']);
  });

  it('does not seem idle later, while the next session works', async () => {
    const { shared, idle } = setUp();
    const { happen: settle, happened: working } = createEvent();
    const { happen: begin, happened: begun } = createEvent();
    const before = shared.run(() => {
      begin();
      return working;
    });
    await begun;
    await shared.close('enough');
    void shared.run(() => never);
    settle();
    await before;
    expect(idle).toEqual([]);
  });
});
