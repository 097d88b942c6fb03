import type { MockWallet } from '../wallet/mock-wallet.js';
import type { PhoneChain } from './phone-chain.js';
import type { AccountState, WalletHost, WalletState } from './wallet-state.js';

type Holdings = Pick<AccountState, 'balance' | 'tokens'>;

/** What is told of a wallet's state. */
export type WalletWatch = Readonly<{
  watch: WalletHost['watchWallet'];
  /** Resolves with the state once the chain has said what the accounts hold now. */
  read(): Promise<WalletState>;
}>;

/**
 * Creates {@link WalletHost.watchWallet}. What the accounts hold is asked of the chain only while somebody
 * listens, or reads it.
 */
export function createWalletWatch(wallet: MockWallet, chain: PhoneChain): WalletWatch {
  const listeners = new Set<(state: WalletState) => void>();
  let holdings: ReadonlyMap<string, Holdings> = new Map();
  let isReading = false;
  let isStale = false;
  let stop = (): void => {};

  const getState = (): WalletState => ({
    accounts: wallet.accounts.map((account) => ({
      ...account,
      isGranted: wallet.isGranted(account.address),
      ...holdings.get(account.address),
    })),
    apps: [...wallet.getApps()].reverse(),
    activity: [...wallet.getActivity()].reverse(),
    settings: wallet.getSettings(),
    chain: { name: chain.name, hasFaucet: chain.airdrop !== undefined, canReset: chain.reset !== undefined },
  });

  const publish = (): void => {
    const state = getState();
    for (const listener of listeners) listener(state);
  };

  const readAll = async (): Promise<ReadonlyMap<string, Holdings>> => {
    const read = wallet.accounts.map(
      async ({ address }) => [address, await readHoldings(chain, address)] as const,
    );
    return new Map(await Promise.all(read));
  };

  const refresh = async (): Promise<void> => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && listeners.size > 0) {
      isStale = false;
      holdings = await readAll();
      publish();
    }
    isReading = false;
  };

  const start = (): (() => void) => {
    const stopWallet = wallet.watch(() => {
      publish();
      if (wallet.accounts.some(({ address }) => !holdings.has(address))) void refresh();
    });
    const stopChain = chain.watch?.(() => void refresh());
    void refresh();
    return () => {
      stopWallet();
      stopChain?.();
    };
  };

  return {
    watch(listener) {
      // The same function may be passed twice.
      const registered: typeof listener = (state) => listener(state);
      listeners.add(registered);
      if (listeners.size === 1) stop = start();
      registered(getState());
      return () => {
        if (listeners.delete(registered) && listeners.size === 0) stop();
      };
    },
    async read() {
      holdings = await readAll();
      return getState();
    },
  };
}

/** Returns what an account holds, as far as the chain answers. */
async function readHoldings({ getBalance, getTokens }: PhoneChain, address: string): Promise<Holdings> {
  const [balance, tokens] = await Promise.allSettled([getBalance(address), getTokens(address)]);
  return {
    balance: balance.status === 'fulfilled' ? balance.value : undefined,
    tokens: tokens.status === 'fulfilled' ? tokens.value : undefined,
  };
}
