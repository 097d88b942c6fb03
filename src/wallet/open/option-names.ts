import type { Remote } from '../../protocol/remote-option.js';
import { isJsonObject, type JsonObject } from '../../util/json-object.js';
import type { Dialogs, FirstSettings, MobileWalletOptions, OpenIn, WalletApp } from '../options.js';

/** The names in objects of a type, so that `satisfies` holds a list of them to it. */
export type NamesOf<T> = Readonly<Record<T extends unknown ? keyof T : never, 1>>;

/**
 * Reports each name in an object that is not `known`, with the one that was perhaps meant. `path` stands
 * before it. Objects of classes may have further members.
 */
export type ReportUnknownNames = (value: unknown, known: JsonObject, path?: string) => void;

/** Creates a {@link ReportUnknownNames} that reports a name once. */
export function createNameCheck(): ReportUnknownNames {
  const seen = new Set<string>();
  return (value, known, path = '') => {
    if (Object.getPrototypeOf(Object(value)) !== Object.prototype) return;
    const unknown = Object.keys(Object(value)).filter((name) => !(name in known || seen.has(path + name)));
    if (unknown.length === 0) return;
    for (const name of unknown) seen.add(path + name);
    void import('./name-hints.js')
      .then(({ reportNames }) => reportNames(unknown, Object.keys(known), path))
      .catch(() => {});
  };
}

// biome-ignore format: a name needs no line of its own.
const OPTIONS = {
  identity: 1, chains: 1, local: 1, store: 1, remote: 1, idleMs: 1, walletApps: 1, chooseApp: 1, openIn: 1,
  name: 1, icon: 1, dialogs: 1, onProgress: 1, debug: 1, launch: 1, dial: 1,
} satisfies NamesOf<MobileWalletOptions>;
const IDENTITY = { name: 1, uri: 1, icon: 1 } satisfies NamesOf<MobileWalletOptions['identity']>;
const REMOTE = { type: 1, host: 1, relays: 1, idleMs: 1 } satisfies NamesOf<Remote>;
const OPEN_IN = { getUrl: 1 } satisfies NamesOf<Exclude<OpenIn, boolean>>;
// biome-ignore format: a name needs no line of its own.
const APP = { name: 1, icon: 1, androidPackage: 1, getLink: 1, installUrl: 1 } satisfies NamesOf<WalletApp>;
// biome-ignore format: a name needs no line of its own.
/** The names of the dialogs that a dapp may replace. */
export const DIALOG_NAMES = {
  waiting: 1, permission: 1, blocked: 1, notFound: 1, tapNeeded: 1, scan: 1, openIn: 1, chooseApp: 1,
} satisfies NamesOf<Omit<Dialogs, 'texts'>>;

/** Reports unknown names in options, because the default of the one that was meant may be Mainnet. */
export function reportOptionNames(passed: FirstSettings['passed'], report: ReportUnknownNames): void {
  const { identity, remote, openIn, dialogs, walletApps } = passed;
  report(passed, OPTIONS);
  report(identity, IDENTITY, 'identity.');
  report(remote, REMOTE, 'remote.');
  report(openIn, OPEN_IN, 'openIn.');
  report(dialogs, { ...DIALOG_NAMES, texts: 1 }, 'dialogs.');
  const apps: readonly unknown[] = Array.isArray(walletApps) ? walletApps : [];
  for (const [index, app] of apps.entries()) report(app, APP, `walletApps[${index}].`);
  if (!isJsonObject(dialogs) || !dialogs.texts) return;
  const { texts } = dialogs;
  void import('../../dialogs/index.js')
    .then(async ({ loadTexts }) => report(texts, await loadTexts(), 'dialogs.texts.'))
    .catch(() => {});
}
