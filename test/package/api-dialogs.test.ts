import { describe, expectTypeOf, it } from 'vitest';
import type { OnProgress, ProgressState } from '../../src/index.js';
import type * as session from '../../src/transact/bytes.js';

// The compiler checks these tests. Running them has no effect.
describe('public types', () => {
  it('of progress: one event', () => {
    expectTypeOf<OnProgress>().toEqualTypeOf<
      (
        progress: Readonly<{ state: ProgressState; wallet?: Readonly<{ icon?: string; host?: string }> }>,
      ) => void
    >();
    expectTypeOf<session.SessionConfig['onProgress']>().toEqualTypeOf<OnProgress | undefined>();
  });
});
