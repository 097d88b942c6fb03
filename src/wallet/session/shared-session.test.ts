import { afterEach, describe, it, vi } from 'vitest';
import { createSharedSession } from './shared-session.js';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('an idle session', () => {
  it('closes soon after the device wakes, however long it slept', async () => {
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    const closed = new Promise((resolve) => {
      const shared = createSharedSession(
        async ({ sessionSignal }) => {
          sessionSignal.addEventListener('abort', resolve);
          return { closed: new Promise(() => {}), lingerMs: 300_000 };
        },
        () => {},
      );
      void shared
        .run(async () => {})
        .then(() => {
          const now = Date.now();
          vi.spyOn(Date, 'now').mockReturnValue(now + 600_000);
          page.dispatchEvent(new Event('visibilitychange'));
        });
    });
    await closed;
  });
});
