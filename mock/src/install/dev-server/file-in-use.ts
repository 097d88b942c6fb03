/**
 * The codes of Windows for a file that another program has open at this moment, such as a second server or a
 * virus scanner.
 */
const IN_USE: readonly (string | undefined)[] = ['EACCES', 'EBUSY', 'EPERM'];
const MAX_TRIES = 50;
const PAUSE_MS = 10;

/**
 * Runs a task on a file, and repeats it for half a second while the file is in use on Windows. Other systems
 * replace and remove a file that is open, and there the same codes mean that the user may not.
 */
export function retryInUse<T>(task: () => T, platform: string = process.platform): T {
  for (let tries = 1; ; tries++) {
    try {
      return task();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (platform !== 'win32' || tries === MAX_TRIES || !IN_USE.includes(code)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}
