import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A command that runs as a process of its own. */
export type RunningCommand = Readonly<{
  /** The lines of its output so far. */
  lines: readonly string[];
  /** Resolves with the first line that matches. */
  find(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when it has ended. */
  end(): Promise<Readonly<{ code: number; stdout: string; stderr: string }>>;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}>;

/** The mock's command, built from its sources. */
export type Command = Readonly<{
  /** A folder for files, in which the command also keeps its state. */
  directory: string;
  run(...args: readonly string[]): RunningCommand;
  /** Ends all processes. */
  stop(): void;
  remove(): Promise<void>;
}>;

/** Builds `npx mock-mobile-wallet`, or another program; where a package is `missing`, if one is named. */
export async function buildCommand(entry = 'mock/src/cli.ts', missing?: string): Promise<Command> {
  // Among the installed packages, because the command imports some of them.
  const cache = root('node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const directory = await mkdtemp(join(cache, 'cli-'));
  const cli = join(directory, 'cli.mjs');
  await build({
    entryPoints: { cli: root(entry) },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // In one file, the import of a package that is missing would end the program before it begins.
    ...(missing !== undefined && { splitting: true, alias: { [missing]: `missing-${missing}` } }),
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: root('tsconfig.json'),
  });
  const running: ChildProcess[] = [];
  return {
    directory,
    run(...args) {
      const child = spawn(process.execPath, [cli, ...args], {
        cwd: directory,
        env: { ...process.env, XDG_STATE_HOME: directory, NO_COLOR: '1' },
      });
      running.push(child);
      const lines: string[] = [];
      const reader = createInterface(child.stdout);
      reader.on('line', (line) => lines.push(line));
      const stderr = text(child.stderr);
      return {
        lines,
        async find(pattern) {
          for (;;) {
            const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null);
            if (found) return found;
            await once(reader, 'line');
          }
        },
        async end() {
          const [code] = await once(child, 'close');
          return { code, stdout: lines.join('\n'), stderr: await stderr };
        },
        kill: () => child.kill('SIGKILL'),
      };
    },
    stop() {
      for (const child of running.splice(0)) child.kill();
    },
    // Windows removes no folder in which a process runs, and ending one takes a moment.
    remove: () => rm(directory, { recursive: true, maxRetries: 10 }),
  };
}
