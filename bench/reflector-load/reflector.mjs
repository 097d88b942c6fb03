import { createReflector } from 'mock-mobile-wallet/server';

// The reflector in its own process, so that its memory is not that of the clients. Node runs it with
// `--expose-gc`. Each message from the bench is answered with what it uses now.

// Its own limits of 30 s and 90 s might pass on a busy machine.
const reflector = await createReflector({ halfOpenTimeout: 300_000, pairTimeout: 300_000 });

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ heap: heapUsed + external, ...reflector.getStats() });
});
// The bench has ended.
process.on('disconnect', () => process.exit());
process.send?.(reflector.host);
