import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEvent } from '../../test/support/event.js';
import { createTurns } from './turns.js';

describe('a queue of one', () => {
  /** Begins work that lasts until `finish` is called, and notes both in `notes`. */
  const begin = (takeTurn: ReturnType<typeof createTurns>) => {
    const notes: string[] = [];
    const { happen: finish, happened: finished } = createEvent();
    const running = takeTurn(async () => {
      notes.push('first begins');
      await finished;
      notes.push('first ends');
    });
    return { notes, running, finish };
  };

  it('holds what is behind an aborted call until what runs has ended', async () => {
    const takeTurn = createTurns();
    const { notes, running, finish } = begin(takeTurn);
    const controller = new AbortController();
    const aborted = takeTurn(async () => notes.push('aborted begins'), controller.signal);
    const next = takeTurn(async () => notes.push('next begins'));
    controller.abort('enough');
    await expect(aborted).rejects.toBe('enough');
    await setImmediate();
    expect(notes).toEqual(['first begins']);
    finish();
    await Promise.all([running, next]);
    expect(notes).toEqual(['first begins', 'first ends', 'next begins']);
  });

  it('begins no work once none may be done', async () => {
    const controller = new AbortController();
    const takeTurn = createTurns(controller.signal);
    const { notes, running, finish } = begin(takeTurn);
    await expect.poll(() => notes).toEqual(['first begins']);
    const next = takeTurn(async () => notes.push('next begins'));
    controller.abort('ended');
    finish();
    await Promise.all([running, expect(next).rejects.toBe('ended')]);
    expect(notes).toEqual(['first begins', 'first ends']);
  });
});
