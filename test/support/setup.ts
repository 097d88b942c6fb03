import { afterEach, vi } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import { expectNoUnhandledRejections } from './rejections.js';

// Node 20 has no WebSocket of its own; the one of `ws` has the same interface.
globalThis.WebSocket ??= NodeWebSocket as unknown as typeof WebSocket;

/**
 * Undoes what a test replaced (globals, variables of the environment, methods that it spies on), and fails if
 * it left a rejection without a handler. Vitest's options for the former act only before the next test, when
 * the modules of the next file have been loaded with what this one's last test replaced.
 */
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await expectNoUnhandledRejections();
});
