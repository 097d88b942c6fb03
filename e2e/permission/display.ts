import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Programs, in Debian packages of the same names. */
const PROGRAMS = ['Xvfb', 'openbox', 'xdotool'];

/** A virtual screen for a browser with windows. */
export type Display = Readonly<{
  /** The value of the environment variable `DISPLAY`. */
  name: string;
  /** Presses keys, one after the other, in the window that has the focus. */
  press(...keys: readonly string[]): void;
  close(): void;
}>;

/** Returns the programs that a {@link Display} needs and that are not installed. */
export function getMissingPrograms(): readonly string[] {
  return PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
}

/** Opens a {@link Display} with a window manager, because without one no window gets the focus. */
export async function openDisplay(): Promise<Display> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NonNullable<ChildProcess['stdout']>, 'data');
  const name = `:${String(number).trim()}`;
  const env = { ...process.env, DISPLAY: name };
  const windows = spawn('openbox', [], { env, stdio: 'ignore' });
  return {
    name,
    press(...keys) {
      execFileSync('xdotool', ['key', '--clearmodifiers', ...keys], { env });
    },
    close() {
      windows.kill();
      screen.kill();
    },
  };
}
