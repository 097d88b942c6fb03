import type { createEntry } from '../ways/remembered-ways.js';

/** What stands for the phone's choice, in the place of a package. */
const PHONE = 'system';
/** An app that the user has chosen for the next connect, and that has not been opened since. */
const NEW = 'new';

/**
 * What is remembered: the package that was chosen, or {@link PHONE}; whether it is {@link NEW}, or when
 * the wallet or its user last said no to a connect, if none has succeeded since; and, with commas between
 * them, the packages of the apps that did not answer when they were last opened.
 */
type Memory = Readonly<{ choice: string; state: string; failed: string }>;

/**
 * Creates what this device remembers of the user's choice: for good, until the user chooses again, because
 * only the user knows which of the phone's apps is theirs.
 */
export function createAppMemory(entry: ReturnType<typeof createEntry>) {
  const read = (): Memory => {
    const [choice = '', state = '', failed = ''] = entry.read();
    return { choice, state, failed };
  };
  const write = (change: Partial<Memory>): void => {
    const before = read();
    const next = { ...before, ...change };
    const isChange = (['choice', 'state', 'failed'] as const).some((name) => next[name] !== before[name]);
    if (isChange) entry.write(next.choice, next.state, next.failed);
  };
  const getFailed = (): readonly string[] => read().failed.split(',').filter(Boolean);
  const getOthers = (app: string): readonly string[] => getFailed().filter((name) => name !== app);
  const isNew = (): boolean => read().state === NEW;
  const noteOpened = (): void => {
    if (isNew()) write({ state: '' });
  };
  return {
    /** Returns the package that was chosen, or text that is none. */
    getChoice: () => read().choice,
    /** Whether the app was chosen for the next connect, and has not been opened since. */
    isNew,
    choose(app: string | undefined, isForNext: boolean): void {
      noteOpened();
      write({ choice: app ?? PHONE, ...(isForNext && { state: NEW }) });
    },
    noteOpened,
    hasFailed: (app: string) => getFailed().includes(app),
    noteFailed: (app: string) => write({ failed: [...getOthers(app), app].join() }),
    noteAnswered: (app: string) => write({ failed: getOthers(app).join() }),
  };
}
