import {
  type Channel,
  createChannelPair,
  type JsonObject,
  parseAssociationUri,
} from 'mobile-wallet-standard/endpoint';
import type { Dial, Launch } from 'mobile-wallet-standard/session';
import {
  createMockWallet,
  type MockWallet,
  type MockWalletOptions,
} from '../../mock/src/wallet/mock-wallet.js';

/** A phone with a mock wallet, connected to the dapp in memory by `launch` and `dial`. */
export type Phone = Readonly<{
  launch: Launch;
  dial: Dial;
  wallet: MockWallet;
  /** The association URIs that were opened, one for each app switch. */
  launches: readonly string[];
  /** Requests that reached the wallet. */
  requests: readonly Readonly<{ method: string; params: JsonObject }>[];
  getMethods(): readonly string[];
  /** Sessions that are open now. */
  countOpen(): number;
  /** Closes the open sessions, as a user does by leaving the wallet app. */
  leave(): void;
  /** Resolves when no session is open any more. */
  whenIdle(): Promise<void>;
}>;

/**
 * Makes a {@link Phone}. Its wallet signs the versions that the library assumes before it knows a wallet, so
 * that a connect changes the accounts alone.
 */
export async function createPhone(options: MockWalletOptions = {}): Promise<Phone> {
  const launches: string[] = [];
  const requests: { method: string; params: JsonObject }[] = [];
  const sessions = new Set<Promise<unknown>>();
  const channels = new Set<Channel>();
  const wallet = await createMockWallet({
    ...options,
    capabilities: { supportedTransactionVersions: ['legacy', 0], ...options.capabilities },
    onRequest(method, params) {
      requests.push({ method, params });
      options.onRequest?.(method, params);
    },
  });
  return {
    wallet,
    launches,
    requests,
    getMethods: () => requests.map(({ method }) => method),
    countOpen: () => sessions.size,
    leave() {
      for (const channel of channels) channel.close();
    },
    async whenIdle() {
      while (sessions.size > 0) await Promise.all(sessions);
    },
    launch(uri) {
      launches.push(uri);
    },
    async dial() {
      const [dapp, other] = createChannelPair();
      const session: Promise<unknown> = wallet
        .attach(other, parseAssociationUri(launches.at(-1) ?? ''))
        .finally(() => {
          sessions.delete(session);
          channels.delete(other);
        });
      sessions.add(session);
      channels.add(other);
      return dapp;
    },
  };
}
