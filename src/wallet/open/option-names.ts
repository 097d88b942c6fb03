import type { Remote } from '../../protocol/remote-option.js';
import { createInvalidArgumentError } from '../../util/errors.js';
import { reportError } from '../../util/report-error.js';
import type { TransactOptions } from '../features.js';
import type { Dialogs, MobileWalletOptions, OpenIn, WalletApp } from '../options.js';

/** The names in objects of a type, each with those in its value; 0 if that has none. */
type NamesOf<T> = Readonly<Record<T extends unknown ? keyof T : never, unknown>>;

// biome-ignore format: a name needs no line of its own.
const OPTIONS = {
  identity: { name: 0, uri: 0, icon: 0 },
  remote: { type: 0, host: 0, relays: 0, idleMs: 0 },
  openIn: { getUrl: 0 },
  walletApps: { name: 0, icon: 0, androidPackage: 0, getLink: 0, installUrl: 0 },
  dialogs: {
    waiting: 0, permission: 0, blocked: 0, notFound: 0, tapNeeded: 0, scan: 0, openIn: 0, chooseApp: 0,
    texts: async () => (await import('../../dialogs/index.js')).loadTexts(),
  },
  chains: 0, local: 0, store: 0, idleMs: 0, chooseApp: 0, name: 0, icon: 0, onProgress: 0, debug: 0, launch: 0, dial: 0,
} satisfies NamesOf<MobileWalletOptions> & {
  identity: NamesOf<MobileWalletOptions['identity']>; remote: NamesOf<Remote>; dialogs: NamesOf<Dialogs>;
  openIn: NamesOf<Exclude<OpenIn, boolean>>; walletApps: NamesOf<WalletApp>;
};
const OF_TRANSACT = { account: 0, chain: 0, signal: 0 } satisfies NamesOf<TransactOptions>;
/** The names of all options, by what stands before them in errors. */
const KNOWN = { '': OPTIONS, 'options.': OF_TRANSACT };

/** What stands before the names in errors: nothing, or `options.` for those of `transact`. */
export type OptionsPath = keyof typeof KNOWN;

/**
 * Reports each name in options that none has, with the one that was perhaps meant: the default of that may be
 * Mainnet. Reports no name that is in `told`, to which it adds them.
 */
export async function checkNames(
  value: unknown,
  path: string,
  told: Set<string>,
  known: unknown = KNOWN[path as OptionsPath],
): Promise<void> {
  for (const [index, item] of Array.isArray(value) ? value.entries() : []) {
    await checkNames(item, `${path.slice(0, -1)}[${index}].`, told, known);
  }
  // Objects of classes may have further members.
  if (!known || Object.getPrototypeOf(Object(value)) !== Object.prototype) return;
  const names = Object(typeof known === 'function' ? await known() : known);
  for (const [name, inner] of Object.entries(Object(value))) {
    const argument = path + name;
    if (name in names) await checkNames(inner, `${argument}.`, told, names[name]);
    else if (!told.has(argument)) reportName(name, Object.keys(names), path);
    told.add(argument);
  }
}

function reportName(name: string, known: readonly string[], path: string): void {
  // Other libraries name a chain so.
  const meant = name.replace(/cluster|network/i, 'chain');
  const likeness = known.map((other) => getLikeness(meant, other));
  const most = Math.max(...likeness);
  const nearest = known[likeness.indexOf(most)];
  const hint = most < 0.3 ? `use one of ${known.join(', ')}` : `did you mean \`${path}${nearest}\`?`;
  reportError(createInvalidArgumentError(path + name, `is not the name of an option: ${hint}`));
}

/** Returns how much of two names is the same from their starts and from their ends: 1 or more if all. */
function getLikeness(one: string, other: string): number {
  const [letters, others] = [one, other].map((name) => [...name.toLowerCase()]) as [string[], string[]];
  const same = countSame(letters, others) + countSame(letters.reverse(), others.reverse());
  return same / Math.max(letters.length, others.length);
}

function countSame(letters: readonly string[], others: readonly string[]): number {
  const end = letters.findIndex((letter, index) => letter !== others[index]);
  return end < 0 ? letters.length : end;
}
