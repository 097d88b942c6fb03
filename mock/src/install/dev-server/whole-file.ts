import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The name of a file that is being written, with the process that does. */
const TEMPORARY = /^(\d+)-[0-9a-f]{16}-phone\.pem$/;

/** The file that a process has, with its id as text, while it replaces another. */
const LOCK = 'phone.lock';
/** One in a millisecond. */
const MAX_TRIES = 1_000;

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
    return withLock(join(folder, LOCK), () => {
      if (readText(file) !== before) return false;
      renameSync(written, file);
      return true;
    });
  } finally {
    rmSync(written, { force: true });
  }
}

/** Runs a task of at most some milliseconds while no other process does. */
function withLock<T>(lock: string, task: () => T): T {
  for (let tries = 1; !tryLock(lock); tries++) {
    // A killed process leaves its lock, and another process may have its id by now.
    if (!isLocked(lock) || tries % MAX_TRIES === 0) rmSync(lock, { force: true });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  try {
    return task();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (getCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Whether a process that runs has the lock; also while it writes its id. */
function isLocked(lock: string): boolean {
  const pid = readText(lock);
  return pid === undefined || pid === '' || isRunning(Number(pid));
}

/** Gives a file another name that no file has, and returns its new path. */
export function setFileAside(file: string): string {
  const aside = join(dirname(file), `damaged-${randomBytes(8).toString('hex')}-${basename(file)}`);
  renameSync(file, aside);
  return aside;
}

/** Removes the files that processes were writing when they were killed, and their lock. Throws if there is no folder. */
export function removeTemporaryFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = TEMPORARY.exec(name) ?? [];
    const isLeft =
      name === LOCK ? !isLocked(join(folder, name)) : pid !== undefined && !isRunning(Number(pid));
    if (isLeft) rmSync(join(folder, name), { force: true });
  }
}

/** Whether another process has this id. This process is writing no file when it looks for temporary ones. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return getCode(error) === 'EPERM';
  }
}

function getCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
