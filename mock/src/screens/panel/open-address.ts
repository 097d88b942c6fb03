import type { AppChoice, LaunchTarget } from '../../phone/wallet-apps.js';
import type { WalletHost } from '../../phone/wallet-state.js';
import type { SystemSheet } from './system-sheet.js';

/** How a page opens an address on a phone with several wallet apps. */
export type OpenOptions = Readonly<{
  findApp: WalletHost['findApp'];
  /** What plays the phone's system and its user. Without it, the first app of the chooser opens, once. */
  panel: SystemPanel | undefined;
  /** Opens the association URI in the app. */
  launch(uri: string, androidPackage: string): Promise<unknown>;
  /** The package of the app that opens without a question, if there is one. */
  androidPackage?: string | undefined;
  /** Aborts when nobody waits for the app any more. */
  signal?: AbortSignal | undefined;
}>;

/** What a panel shows of the phone's system. */
export type SystemPanel = Readonly<{
  /** Shows the chooser. Resolves with the user's answer, or `undefined` if they have left it. */
  choose(apps: Extract<LaunchTarget, { type: 'chooser' }>['apps']): Promise<AppChoice | undefined>;
  /** Shows what is in front of the page, which looks hidden until the user leaves that. */
  cover(sheet: Exclude<SystemSheet, { type: 'chooser' }>): void;
}>;

/**
 * Opens an address on a phone with several wallet apps, as Android does: perhaps after the chooser, or by the
 * store. Resolves once the app listens, or it is clear that none does. Rejects if the app does not start, or
 * Android does not understand the address.
 */
export async function openAddress(
  address: string,
  { findApp, panel, launch, androidPackage, signal }: OpenOptions,
): Promise<void> {
  const open = async (target: LaunchTarget): Promise<void> => {
    switch (target.type) {
      case 'app': {
        const { uri, app } = target;
        if (app.state === 'silent') panel?.cover({ type: 'silent', name: app.name });
        else await launch(uri, app.androidPackage);
        break;
      }
      case 'chooser': {
        const [first] = target.apps;
        const choice = panel
          ? await panel.choose(target.apps)
          : first && { androidPackage: first.androidPackage, isAlways: false };
        if (choice && !signal?.aborted) await open(await findApp(address, choice));
        break;
      }
      case 'store':
        panel?.cover({ type: 'store', androidPackage: target.androidPackage });
        break;
      case 'nothing':
        break;
    }
  };
  const chosen = androidPackage === undefined ? address : createIntentUri(address, androidPackage);
  await open(await findApp(chosen));
}

/** Returns an association URI as the `intent:` address that opens one app. */
function createIntentUri(uri: string, androidPackage: string): string {
  const [, scheme = '', rest = ''] = /^([^:]*):(.*)$/s.exec(uri) ?? [];
  return `intent:${rest}#Intent;scheme=${scheme};package=${androidPackage};end`;
}
