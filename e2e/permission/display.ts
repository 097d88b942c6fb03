import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** Debian's packages of these names. */
const PROGRAMS = ['Xvfb', 'openbox', 'xdotool'];

/** A screen that nobody sees, for a browser with its own windows. */
export type Display = Readonly<{
  /** What `DISPLAY` has to be. */
  name: string;
  /** Presses keys, one after the other, in whatever window has the focus. */
  press(...keys: readonly string[]): void;
  close(): void;
}>;

/** Names the programs that a {@link Display} would need, and that are not there. */
export function getMissingPrograms(): readonly string[] {
  return PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
}

/** Opens a {@link Display} with a window manager, without which no window has the focus. */
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
