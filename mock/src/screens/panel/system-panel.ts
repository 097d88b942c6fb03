import type { AppChoice } from '../../phone/wallet-apps.js';
import { setPageHidden } from './browser-frame.js';
import type { SystemPanel } from './open-address.js';
import type { SystemSheet } from './system-sheet.js';

/** What a panel shows of the phone's system, one sheet at a time, and what its user does with it. */
export type SystemSheets = SystemPanel &
  Readonly<{
    /** Closes the sheet that is shown: by an answer to the chooser, or to go back to the page. */
    answer(choice?: AppChoice): void;
  }>;

/** Creates the sheets of a panel, which shows and hides them by `show` and `hide`. */
export function createSystemSheets(show: (sheet: SystemSheet) => void, hide: () => void): SystemSheets {
  let settle = (_choice?: AppChoice): void => {};
  const ask = (sheet: SystemSheet): Promise<AppChoice | undefined> => {
    // Another address takes the place of what was shown before.
    settle();
    show(sheet);
    return new Promise((resolve) => {
      settle = (choice) => {
        settle = () => {};
        hide();
        resolve(choice);
      };
    });
  };
  return {
    answer: (choice) => settle(choice),
    choose: (apps) => ask({ type: 'chooser', apps }),
    cover(sheet) {
      setPageHidden(true);
      void ask(sheet).then(() => setPageHidden(false));
    },
  };
}
