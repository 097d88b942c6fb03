import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

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
