import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The name of a file that is being written, with the process that does. Earlier versions did not name the process. */
const TEMPORARY = /^(?:(\d+)-)?[0-9a-f]{16}-(?:phone|seeds|seeds-of-accounts)\.(?:pem|json)$/;

/** Returns a file's text, or `undefined` if there is no such file. Throws the system's error if it cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (getCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Replaces a file, whose text is `before`, by one that only the user can read. After a kill at any moment, the file has
 * either text as a whole. Returns `false` if its text is no longer `before`. Throws the system's error.
 */
export function replaceText(file: string, before: string | undefined, text: string): boolean {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The name ends like the file's, because Vite does not serve `*.pem`.
  const written = join(folder, `${process.pid}-${randomBytes(8).toString('hex')}-${basename(file)}`);
  try {
    writeFileSync(written, text, { mode: 0o600, flush: true });
    // Compare last, because another process may have replaced the file while this one was written.
    if (readText(file) !== before) return false;
    renameSync(written, file);
    return true;
  } finally {
    rmSync(written, { force: true });
  }
}

/** Gives a file another name that no file has, and returns its new path. */
export function setFileAside(file: string): string {
  const aside = join(dirname(file), `damaged-${randomBytes(8).toString('hex')}-${basename(file)}`);
  renameSync(file, aside);
  return aside;
}

/** Removes the files that processes were writing when they were killed. */
export function removeTemporaryFiles(folder: string): void {
  for (const name of listNames(folder)) {
    const [, pid] = TEMPORARY.exec(name) ?? [];
    if (TEMPORARY.test(name) && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether another process has this id. This process is writing no file when it looks for temporary ones. */
function isRunning(pid: number): boolean {
  if (Number.isNaN(pid) || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getCode(error) === 'EPERM';
  }
}

function getCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
