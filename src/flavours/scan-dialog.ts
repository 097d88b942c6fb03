import { createDialogs } from '../dialogs/index.js';

/** The dialog that shows the code of a `transact`, loaded with the first code. There is one for the page. */
export const { scan } = createDialogs();
