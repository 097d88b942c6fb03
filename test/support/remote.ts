import type { StandardEventsChangeProperties } from '@wallet-standard/features';
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
import type { JsonObject } from '../../src/util/json-object.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { startNostrRelay } from './nostr-relay.js';
import { createMemoryStore } from './wallet.js';

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
export type WalletRequest = Readonly<{ method: string; params: JsonObject }>;

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
    const changes: StandardEventsChangeProperties[] = [];
    wallet.features['standard:events'].on('change', (change) => changes.push(change));
    return { wallet, changes };
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
