import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What the reflector's process uses, in bytes, and what it holds. */
export type Usage = Readonly<{ heap: number; halfOpen: number; pairs: number; bytes: number }>;

/** A reflector in a process of its own. */
export type ReflectorProcess = Readonly<{
  host: string;
  /** Resolves with what it uses after garbage collection. */
  measure(): Promise<Usage>;
  stop(): Promise<void>;
}>;

/** Starts a {@link ReflectorProcess}. */
export async function startReflector(): Promise<ReflectorProcess> {
  const program = fileURLToPath(new URL('reflector.mjs', import.meta.url));
  const child = fork(program, { execArgv: ['--expose-gc'] });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child, 'message'), ended.then(() => undefined)]);
  if (!first) throw new Error('The reflector did not start: see its message above');
  return {
    host: String(first[0]),
    async measure() {
      const answer = once(child, 'message');
      child.send('measure');
      const [usage] = await answer;
      return usage;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
