import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The wallet endpoint that all libraries are measured with, in its own process. */
export type Endpoint = Readonly<{
  /** The port by which pages control it. */
  port: number;
  stop(): Promise<void>;
}>;

/** Starts an {@link Endpoint}. */
export async function startEndpoint(): Promise<Endpoint> {
  const program = fileURLToPath(new URL('endpoint.mjs', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (!first) throw new Error('The endpoint did not start: see its message above');
  return {
    port: Number(String(first[0])),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
