import type { WalletAccount } from '@wallet-standard/base';
import { onTestFinished } from 'vitest';
import { type OpenAssociation, openAssociation } from '../../mock/src/server.js';
import { createReflector, type ReflectorOptions } from '../../mock/src/sockets/reflector.js';
import {
  createMockWallet,
  type MockWallet,
  type MockWalletOptions,
} from '../../mock/src/wallet/mock-wallet.js';
import type { ShowQrCode } from '../../src/dapp/open/session-ui.js';
import type { Remote } from '../../src/protocol/remote-option.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import type { Grant } from '../../src/wallet/grant/stored-grant.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { startNostrRelay } from './nostr-relay.js';
import { createMemoryStore, editStored } from './wallet.js';

/** Starts what a page meets a wallet over, until the end of the test. */
export const START_REMOTE = {
  async reflector(): Promise<Remote> {
    const { host, close } = await createReflector();
    onTestFinished(close);
    return { type: 'reflector', host };
  },
  async nostr(): Promise<Remote> {
    const { host, close } = await startNostrRelay();
    onTestFinished(close);
    return { type: 'nostr', relays: [host] };
  },
};

type Code = Parameters<ShowQrCode>[0];

/** A request that reached a wallet. */
type WalletRequest = Readonly<{ method: string; params: JsonObject }>;

/** A person with a wallet on another device, who scans codes with it. */
export async function createScanner(options: MockWalletOptions = {}) {
  const requests: WalletRequest[] = [];
  const sessions: OpenAssociation[] = [];
  const wallet: MockWallet = await createMockWallet({
    ...options,
    onRequest(method, params) {
      requests.push({ method, params });
      options.onRequest?.(method, params);
    },
  });
  return {
    wallet,
    requests,
    getMethods: () => requests.map(({ method }) => method),
    async scan(uri: string) {
      sessions.push(await openAssociation(wallet, uri));
    },
    /** Closes the wallet app. */
    async leave() {
      await Promise.all(sessions.map(({ close }) => close()));
    },
  };
}

/** Keeps codes, and hands each to `onCode`. */
export function collectCodes(onCode: (code: Code, count: number) => unknown) {
  const codes: Code[] = [];
  const scan: ShowQrCode = async (code) => {
    codes.push(code);
    await onCode(code, codes.length);
  };
  return { codes, scan, getReasons: () => codes.map(({ reason }) => reason) };
}

/** A wallet object, a reflector, and a person who scans each code. The test closes all of it at its end. */
export async function setUpRemote(
  walletOptions: MockWalletOptions = {},
  {
    reflector: reflectorOptions = {},
    onCode,
    remoteIdleMs,
    ...options
  }: Partial<MobileWalletOptions> &
    Readonly<{
      reflector?: ReflectorOptions;
      onCode?: (code: Code, count: number) => unknown;
      remoteIdleMs?: number;
    }> = {},
) {
  const reflector = await createReflector(reflectorOptions);
  onTestFinished(reflector.close);
  const scanner = await createScanner(walletOptions);
  onTestFinished(scanner.leave);
  const shown = collectCodes(onCode ?? (({ uri }) => scanner.scan(uri)));
  const store = createMemoryStore();
  const progress: string[] = [];
  const settings: MobileWalletOptions = {
    identity: { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' },
    chains: ['solana:devnet'],
    store,
    remote: {
      type: 'reflector',
      host: reflector.host,
      ...(remoteIdleMs !== undefined && { idleMs: remoteIdleMs }),
    },
    dialogs: { scan: shown.scan },
    ...options,
    onProgress(next) {
      progress.push(next.state);
      options.onProgress?.(next);
    },
  };
  const create = () => {
    const wallet = createMobileWallet(settings);
    const { features } = wallet;
    return {
      wallet,
      async connect() {
        const [account] = (await features['standard:connect'].connect()).accounts;
        if (!account) throw new Error('no account');
        return account;
      },
      disconnect: features['standard:disconnect'].disconnect,
      transact: features['mobile-wallet-standard:transact'].transact,
      revoke: features['mobile-wallet-standard:transact'].revoke,
      /** Signs a text with the first account. */
      sign: (text = 'hello') =>
        features['solana:signMessage'].signMessage({
          account: wallet.accounts[0] as WalletAccount,
          message: encodeUtf8(text),
        }),
    };
  };
  return {
    ...create(),
    /** Creates the wallet object of the next page load, with the same store. */
    reload: create,
    reflector,
    scanner,
    store,
    settings,
    progress,
    ...shown,
  };
}

/** The same, connected. */
export async function setUpConnectedRemote(...params: Parameters<typeof setUpRemote>) {
  const context = await setUpRemote(...params);
  return { ...context, account: await context.connect() };
}

/**
 * The same on the next page load, after `change` of what is stored: the wallet app has left, so its accounts
 * are known, and no session is open.
 */
export async function setUpReloadedRemote(
  walletOptions: MockWalletOptions = {},
  options: Parameters<typeof setUpRemote>[1] = {},
  change: (grant: Grant) => Grant = (grant) => grant,
) {
  const context = await setUpConnectedRemote(walletOptions, options);
  await context.scanner.leave();
  context.scanner.requests.length = 0;
  editStored(context.store, change);
  return { ...context, ...context.reload() };
}
