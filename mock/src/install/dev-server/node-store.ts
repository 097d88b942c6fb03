import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createTextStore, type PhoneStore } from '../../phone/phone-store.js';
import { retryInUse } from './file-in-use.js';

// The file holds seeds, and Vite does not serve `*.pem`, even if the project is the home folder.
const FILE = 'phone.pem';
/** The name of a file that is being written, with the process that does. */
const TEMPORARY = /^(\d+)-[0-9a-f]{16}-phone\.pem$/;
/** The file that a process has, with its id as text, while it replaces another. */
const LOCK = 'phone.lock';
/** One in a millisecond. */
const MAX_TRIES = 1_000;

/**
 * Creates a store in one file of a folder, which warns as {@link createTextStore} says. Cleans up after
 * servers that were killed.
 */
export function createNodeStore(folder: string, warn: (message: string) => void = () => {}): PhoneStore {
  const file = join(folder, FILE);
  const getNameBeside = (what: string | number): string =>
    join(folder, `${what}-${randomBytes(8).toString('hex')}-${FILE}`);
  try {
    removeTemporaryFiles(folder);
  } catch {
    // There is no folder yet, or the store will fail for the same reason, and say it.
  }
  return createTextStore(
    {
      holder: 'server',
      read: () => readText(file),
      // After a kill at any moment, the file has either text as a whole. Only the user can read it.
      replace(before, text) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const written = getNameBeside(process.pid);
        try {
          writeFileSync(written, text, { mode: 0o600, flush: true });
          return withLock(join(folder, LOCK), () => {
            if (readText(file) !== before) return false;
            retryInUse(() => renameSync(written, file));
            return true;
          });
        } finally {
          removeFile(written);
        }
      },
      setAside() {
        const aside = getNameBeside('damaged');
        retryInUse(() => renameSync(file, aside));
        return aside;
      },
    },
    warn,
  );
}

/**
 * Returns the function that opens the store of a project's phone, or with a package that of another wallet
 * app on it.
 */
export function openNodeStores(
  root: string,
  warn: (message: string) => void,
): (androidPackage?: string) => PhoneStore {
  const folder = getStateFolder(root);
  return (androidPackage) =>
    createNodeStore(androidPackage === undefined ? folder : join(folder, androidPackage), warn);
}

/**
 * Returns the folder of a project's phone: outside of the project, unless that is the home folder, because
 * Vite serves its files.
 */
export function getStateFolder(root: string): string {
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  // Vite names a folder with slashes on Windows, too, where the working directory has backslashes.
  const project = createHash('sha256').update(resolve(root)).digest('hex').slice(0, 16);
  return join(state, 'mobile-wallet-standard', project);
}

/**
 * Returns a file's text, or `undefined` if there is no such file. Throws the system's error if it cannot be
 * read.
 */
function readText(file: string): string | undefined {
  try {
    return retryInUse(() => readFileSync(file, 'utf8'));
  } catch (error) {
    if (getCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Runs a task of at most some milliseconds while no other process does. */
function withLock<T>(lock: string, task: () => T): T {
  for (let tries = 1; !tryLock(lock); tries++) {
    // A killed process leaves its lock, and another process may have its id by now.
    if (!isLocked(lock) || tries % MAX_TRIES === 0) removeFile(lock);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  }
  try {
    return task();
  } finally {
    removeFile(lock);
  }
}

function removeFile(file: string): void {
  retryInUse(() => rmSync(file, { force: true }));
}

function tryLock(lock: string): boolean {
  try {
    retryInUse(() => writeFileSync(lock, `${process.pid}`, { flag: 'wx', mode: 0o600 }));
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

/**
 * Removes the files that processes were writing when they were killed, and their lock. Throws if there is no
 * folder.
 */
function removeTemporaryFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const [, pid] = TEMPORARY.exec(name) ?? [];
    const isLeft = name === LOCK ? !isLocked(file) : pid !== undefined && !isRunning(Number(pid));
    if (isLeft) removeFile(file);
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
