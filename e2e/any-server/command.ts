import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../mock/bin/mock-mobile-wallet.js', import.meta.url));

/** The command `npx mock-mobile-wallet`, as it runs. */
export type MockCommand = Readonly<{
  /** E.g. `http://localhost:8477`. */
  origin: string;
  /** The tag that it prints. */
  tag: string;
  close(): Promise<void>;
}>;

/** Runs the built command at a free port, in a folder of its own. */
export async function startCommand(...args: readonly string[]): Promise<MockCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'any-server-'));
  const child: ChildProcess = spawn(process.execPath, [CLI, '--port', '0', ...args], {
    cwd: folder,
    env: { ...process.env, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  if (!child.stdout) throw new Error('The command has no output');
  for await (const line of createInterface(child.stdout)) {
    const [tag, origin = ''] = /<script.*src="(http:\/\/[^/]+)\/.*<\/script>/.exec(line) ?? [];
    if (tag === undefined) continue;
    return {
      origin,
      tag,
      async close() {
        child.kill();
        await exited;
        await rm(folder, { recursive: true });
      },
    };
  }
  throw new Error('The command printed no tag');
}
