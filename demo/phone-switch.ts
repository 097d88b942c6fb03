import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardConnectInput } from '@wallet-standard/features';
import { PLAYED_APPS, PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { CHAIN } from './chain.js';
import { IS_SIMULATED, WALLET_PLACE } from './place.js';
import icon from './several-apps.svg?raw';

type Playing = { [key: symbol]: unknown };

/**
 * Returns a row for the list of wallets that is no wallet: it makes the phone that this page plays one with
 * several wallet apps, of which one never answers, or again one with a single app. Returns `undefined` where
 * the page plays no Android phone.
 */
export function createPhoneSwitch(): Wallet | undefined {
  const page = globalThis as Playing;
  if (!IS_SIMULATED || page[Symbol.for(PLAYED_PHONE)] !== true) return undefined;
  const hasApps = page[Symbol.for(PLAYED_APPS)] === true;
  const accounts: readonly WalletAccount[] = [];
  return {
    version: '1.0.0',
    name: hasApps ? 'Phone with one wallet app' : 'Phone with several wallet apps',
    icon: `data:image/svg+xml;base64,${btoa(icon)}`,
    chains: [CHAIN],
    accounts,
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent }: StandardConnectInput = {}) {
          if (silent) return { accounts };
          await changePhone(hasApps ? 'android' : 'android-apps');
          location.reload();
          return new Promise(() => {});
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => {} },
    },
  };
}

/**
 * Changes the setting of the mock wallet that says which phone it plays. Counts when the page loads again.
 */
async function changePhone(phone: 'android' | 'android-apps'): Promise<void> {
  const command = { type: 'change-settings', changes: { phone } } as const;
  if (WALLET_PLACE === 'page') {
    const { pageWallet } = await import('./page-wallet.js');
    return pageWallet.host.run(command);
  }
  // The server's commands are JSON in which each text begins with its type.
  const tag = (_key: string, value: unknown): unknown => (typeof value === 'string' ? `s${value}` : value);
  const response = await fetch('/__mobile-wallet/commands', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(command, tag),
  });
  if (!response.ok) throw new Error(await response.text());
}
