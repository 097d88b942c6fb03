import { join } from 'node:path';
import type { PhoneStore } from '../../phone/phone-store.js';
import { createTextStore } from '../../phone/text-store.js';
import { readText, removeTemporaryFiles, replaceText, setFileAside } from './whole-file.js';

/**
 * Creates a store in one file of a folder, and removes the temporary files of servers that were killed. Calls `warn` when
 * the file is damaged, when another server has changed it, and the first time that it cannot be read or written.
 */
export function createNodeStore(folder: string, warn: (message: string) => void = () => {}): PhoneStore {
  // The file holds seeds, and Vite does not serve `*.pem`.
  const file = join(folder, 'phone.pem');
  try {
    removeTemporaryFiles(folder);
  } catch {
    // The store will fail for the same reason, and say it.
  }
  return createTextStore(
    {
      holder: 'server',
      read: () => readText(file),
      replace: (before, text) => replaceText(file, before, text),
      setAside: () => setFileAside(file),
    },
    warn,
  );
}
