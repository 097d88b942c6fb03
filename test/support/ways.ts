import { vi } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import type { Remote } from '../../src/protocol/remote-option.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { openPage } from './left-page.js';
import { createPhone } from './phone.js';
import { createScanner } from './remote.js';
import { createSettings } from './wallet.js';

/**
 * How a page meets a wallet: the app on this device, that app over a relay, or a wallet on another device by
 * a code.
 */
export const WAYS = ['loopback', 'relay', 'code'] as const;

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

/** Opens a page on an Android phone whose browser blocks loopback. */
export function openAndroidPage() {
  const page = openPage();
  vi.stubGlobal('window', { isSecureContext: true });
  vi.stubGlobal('location', { hostname: 'dapp.example', origin: 'https://dapp.example' });
  const permissions = { query: async () => ({ state: 'denied' }) };
  vi.stubGlobal('navigator', { userAgent: ANDROID, permissions });
  return page;
}

/**
 * A wallet that is met by one of the {@link WAYS}, and the options of a page that meets it. Calls `onMeet`
 * before each visit.
 */
export async function createMetWallet(
  way: (typeof WAYS)[number],
  remote: Remote,
  walletOptions: MockWalletOptions,
  onMeet: () => void | Promise<void> = () => {},
) {
  const common = createSettings();
  if (way === 'loopback') {
    const { launch, dial, leave } = await createPhone(walletOptions);
    const options: MobileWalletOptions = {
      ...common,
      dial,
      async launch(...params) {
        await onMeet();
        await launch(...params);
      },
    };
    return { options, leave };
  }
  const { scan, leave } = await createScanner(walletOptions);
  const meet = async (uri: string): Promise<void> => {
    await onMeet();
    await scan(uri);
  };
  const options: MobileWalletOptions =
    way === 'relay'
      ? { ...common, remote, launch: meet, dialogs: { blocked: async () => 'relay' } }
      : { ...common, remote, local: 'never', dialogs: { scan: ({ uri }) => meet(uri) } };
  return { options, leave };
}
