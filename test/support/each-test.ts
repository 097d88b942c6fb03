import { afterEach, vi } from 'vitest';
import { expectNoUnhandledRejections } from './rejections.js';

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
