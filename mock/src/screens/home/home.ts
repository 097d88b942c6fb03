import type { WalletHost } from '../../phone/wallet-host.js';
import type { WalletState } from '../../phone/wallet-state.js';
import { createElement } from '../view.js';
import { createAccountsScreen } from './accounts-screen.js';
import { createActivityScreen } from './activity-screen.js';
import { createAppsScreen } from './apps-screen.js';
import type { Live } from './live.js';
import { createSettingsScreen } from './settings-screen.js';
import { createTabs } from './tabs.js';

/** The wallet between visits. */
export type Home = Live<WalletState> &
  Readonly<{
    /** Shows that the wallet does not answer. What was shown last stays. */
    showLost(): void;
  }>;

/**
 * Creates the wallet's own screens.
 *
 * @param isEmbedded whether the panel is around them, which has the wallet's name
 */
export function createHome({ run }: Pick<WalletHost, 'run'>, isEmbedded: boolean): Home {
  const all = [
    { id: 'accounts', title: 'Accounts', live: createAccountsScreen(run) },
    { id: 'apps', title: 'Apps', live: createAppsScreen(run) },
    { id: 'activity', title: 'Activity', live: createActivityScreen(run) },
    { id: 'settings', title: 'Settings', live: createSettingsScreen(run) },
  ] as const;
  const tabs = createTabs(all.map(({ id, title, live }) => ({ id, title, screen: live.element })));
  const screens = createElement('div', { class: 'screens' }, tabs.panels);
  const lost = createElement('p', { class: 'warning lost', role: 'status', hidden: true }, [
    'The mock wallet does not answer. Is the dev server still running? This page tries again by itself.',
  ]);
  let hasState = false;
  screens.hidden = true;
  return {
    element: createElement('main', { class: 'home', 'aria-label': 'Mock wallet' }, [
      createElement('header', { class: isEmbedded ? 'for-readers' : '' }, [
        createElement('h1', { class: 'brand' }, ['Mock wallet']),
        ...(isEmbedded ? [] : [createElement('a', { href: 'wallet/' }, ['Join from another device'])]),
      ]),
      createElement('nav', { 'aria-label': 'Screens' }, [tabs.list]),
      lost,
      screens,
    ]),
    update(state) {
      lost.hidden = true;
      screens.hidden = false;
      for (const { live } of all) live.update(state);
      if (!hasState) tabs.restoreScroll();
      hasState = true;
    },
    showLost() {
      lost.hidden = false;
    },
  };
}
