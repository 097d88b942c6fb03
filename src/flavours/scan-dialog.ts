import type { ShowCode } from '../dapp/session-ui.js';
import { createDialogs } from '../dialogs/index.js';

/** Creates the dialog that shows the codes of one `transact`. */
export function createScanDialog(): ShowCode {
  return createDialogs().scan;
}
