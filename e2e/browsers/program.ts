import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program that runs beside the tests, and ends at the latest with their process. */
export type Program = Readonly<{
  /**
   * Resolves with the first match of `pattern` in what the program has written. Rejects if the program ends
   * first.
   */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  /** Rejects with what the program has written when it ends. */
  failed: Promise<never>;
  /**
   * Ends the program and all that it has started. Resolves when they have ended and its folder is deleted.
   */
  close(): Promise<void>;
}>;

const KEEPER = fileURLToPath(new URL('keeper.mjs', import.meta.url));

/** Creates a folder that is deleted when the program that gets it ends. */
export function createFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'browser-'));
}

/** Starts a program that uses `folder` alone. `env` is added to this process's environment. */
export function startProgram(
  folder: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  // Detached, so that Ctrl-C in the terminal does not end the keeper before it has ended the program.
  const keeper = spawn(process.execPath, [KEEPER, folder, command, ...args], {
    detached: true,
    env: { ...process.env, ...env },
  });
  const exited = once(keeper, 'exit');
  let output = '';
  for (const stream of [keeper.stdout, keeper.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const failed = exited.then(() => {
    throw new Error(`${command} ended: ${output.trim() || 'it wrote nothing'}`);
  });
  // A program that is closed ends, too, when nobody waits for it any more.
  failed.catch(() => {});
  return {
    failed,
    async waitForOutput(pattern) {
      for (;;) {
        const match = pattern.exec(output);
        if (match) return match;
        await Promise.race([once(keeper.stdout, 'data'), once(keeper.stderr, 'data'), failed]);
      }
    },
    async close() {
      keeper.stdin.end();
      await exited;
    },
  };
}
