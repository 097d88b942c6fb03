import type { SessionUi } from '../../dapp/ui.js';
import type { Dialogs } from '../options.js';
import { createUi } from './ui.js';
import { createWaiting, type Waiting } from './waiting.js';

/** Makes what people see of sessions: the dapp's own where it has any, and the word to who waits. */
export function createPeople(
  dialogs: Dialogs,
  cancel: () => void,
): Readonly<{ ui: SessionUi; waiting: Waiting }> {
  const ui = createUi(dialogs);
  return { ui, waiting: createWaiting(ui.waiting, cancel) };
}
