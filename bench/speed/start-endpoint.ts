import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The wallet's end that all are measured against: a program of its own. */
export type Endpoint = Readonly<{
  /** Where pages tell it what is opened. */
  port: number;
  stop(): Promise<void>;
}>;

/** Starts an {@link Endpoint}. */
export async function startEndpoint(): Promise<Endpoint> {
  const program = fileURLToPath(new URL('endpoint.mjs', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!first) throw new Error('The endpoint did not start: its message is above');
  return {
    port: Number(String(first[0])),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
