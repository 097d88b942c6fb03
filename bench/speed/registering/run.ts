import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { showOutput } from '../../dapp.js';
import { connectControl } from '../control.js';
import { blur, catchLaunch } from '../launches.js';

/** What registering cost, in ms on the main thread. */
export type Registering = Readonly<{
  /** The call alone. */
  call: number;
  /** From the last byte of the script to the registered wallet: compiling, evaluating and the call. */
  loaded: number;
  /**
   * The call and a first look at the wallet's accounts, as by a wallet picker. This library reads its store
   * then.
   */
  shown: number;
  /** How many accounts the wallet has right after the call. */
  accounts: number;
}>;

/** Registers and shows the times. A tap connects, so that later pages have a stored authorization. */
export function runRegistering(register: () => void): void {
  const before = performance.now();
  register();
  const end = performance.now();
  const [wallet] = getWallets().get();
  const found = performance.now();
  const accounts = wallet?.accounts.length ?? 0;
  const shown = end - before + performance.now() - found;
  const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const loaded = end - Math.max(...scripts.map(({ responseEnd }) => responseEnd));
  const result: Registering = { call: end - before, loaded, shown, accounts };
  showOutput(JSON.stringify(result));
  addEventListener('click', async () => {
    const control = await connectControl(Number(location.hash.slice(1)));
    const launched = catchLaunch();
    const { connect } = (wallet as Wallet & { features: StandardConnectFeature }).features[
      'standard:connect'
    ];
    const connected = connect();
    await control.open((await launched).uri);
    blur();
    showOutput(`connected ${(await connected).accounts.length}`);
  });
}
