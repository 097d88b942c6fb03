import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createTextStore, type PhoneStore } from '../../phone/phone-store.js';
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
    // There is no folder yet, or the store will fail for the same reason, and say it.
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

/**
 * Returns the folder that stores the phone of the project in `root`. It is outside of the project, because Vite
 * serves the project's files to everyone who can reach the server. If the project is the home folder itself, the
 * folder is inside after all, but Vite does not serve `*.pem` by default, and seeds are in such files only.
 */
export function getStateFolder(root: string): string {
  const state = process.env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const project = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(state, 'mobile-wallet-standard', project);
}
