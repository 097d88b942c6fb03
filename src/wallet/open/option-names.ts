import { type NamesOf, REMOTE_NAMES, type ReportUnknownNames } from '../../dapp/unknown-names.js';
import { isJsonObject } from '../../util/json-object.js';
import type { Dialogs, FirstSettings, MobileWalletOptions, OpenIn, WalletApp } from '../options.js';

// biome-ignore format: a name needs no line of its own.
const OPTIONS = {
  identity: 1, chains: 1, local: 1, store: 1, remote: 1, idleMs: 1, walletApps: 1, chooseApp: 1, openIn: 1,
  name: 1, icon: 1, dialogs: 1, onProgress: 1, debug: 1, launch: 1, dial: 1,
} satisfies NamesOf<MobileWalletOptions>;
const IDENTITY = { name: 1, uri: 1, icon: 1 } satisfies NamesOf<MobileWalletOptions['identity']>;
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
  report(remote, REMOTE_NAMES, 'remote.');
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
