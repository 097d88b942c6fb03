import { getEventListeners } from 'node:events';
import type { WalletChain } from '../../mock/src/explain/chain.js';
import type { RequestMethod } from '../../mock/src/wallet/faults/fault.js';
import {
  createMockWallet,
  type MockWallet,
  type MockWalletOptions,
} from '../../mock/src/wallet/mock-wallet.js';
import { type Channel, createChannelPair } from '../../src/connection/channel.js';
import type { Dial } from '../../src/dapp/open/dial.js';
import type { Launch } from '../../src/dapp/open/launch.js';
import { parseAssociationUri } from '../../src/protocol/association.js';
import { SEED } from '../support/mock-wallet.js';
import { serveAssociations } from '../support/served-associations.js';

/**
 * How far a dapp's call has come: to `launch` or `dial`, to sending HELLO_REQ, or to a request that reached
 * the wallet.
 */
export type Milestone = 'launch' | 'dial' | 'hello' | RequestMethod;

/**
 * A mock wallet that a dapp reaches in memory, or over a real WebSocket; it sees all that the dapp leaves
 * behind.
 */
export type Link = Readonly<{
  wallet: MockWallet;
  launch: Launch;
  dial: Dial;
  /** Association URIs that were opened. */
  launches: readonly string[];
  /** The methods of the requests that the wallet has received. */
  methods: readonly string[];
  /** Notes that `launch` or `dial` was called, and with which signal. */
  note(milestone: Milestone, signal: AbortSignal): void;
  /** Resolves when the milestone is next reached, or for the `nth` time from now. */
  whenReached(milestone: Milestone, nth?: number): Promise<void>;
  /** Resolves when no session is open at the wallet's end, and no port is taken. */
  whenIdle(): Promise<void>;
  /** The dapp's ends of channels that are still open. */
  countOpen(): number;
  /** Counts the listeners on the signals that `launch` and `dial` received. */
  countListeners(): number;
  /** Leaves the wallet app. */
  close(): Promise<void>;
}>;

/** A chain that takes every transaction. */
export const takeAll: WalletChain = {
  sendTransaction: async (wire) => ({ signature: wire.slice(1, 65) }),
  describeTransaction: async () => {
    throw new Error('This chain describes nothing');
  },
};

/** Makes a {@link Link}. */
export async function createLink(kind: 'memory' | 'socket', options: MockWalletOptions): Promise<Link> {
  const launches: string[] = [];
  const methods: string[] = [];
  const signals = new Set<AbortSignal>();
  const channels: Channel[] = [];
  const waiting = new Map<string, () => unknown>();
  const sessions = new Set<Promise<unknown>>();
  const walletEnds: Channel[] = [];
  const reach = (milestone: string): void => void waiting.get(milestone)?.();
  const wallet = await createMockWallet({
    accounts: [{ seed: SEED }],
    chain: takeAll,
    ...options,
    capabilities: {
      features: ['solana:signTransactions', 'solana:signInWithSolana', 'solana:cloneAuthorization'],
    },
    onRequest(method) {
      methods.push(method);
      reach(method);
    },
  });

  const served = serveAssociations(wallet);
  const connect = async (): Promise<Channel> => {
    const [dapp, other] = createChannelPair();
    const session = wallet.attach(other, parseAssociationUri(launches.at(-1) ?? ''));
    sessions.add(session);
    walletEnds.push(other);
    return dapp;
  };

  return {
    wallet,
    launches,
    methods,
    async launch(uri) {
      launches.push(uri);
      if (kind === 'socket') await served.launch(uri);
    },
    note(milestone, signal) {
      signals.add(signal);
      reach(milestone);
    },
    async dial(url, options) {
      const channel = await (kind === 'socket' ? served.dial(url, options) : connect());
      channels.push(channel);
      return {
        ...channel,
        send(message) {
          channel.send(message);
          reach('hello');
        },
      };
    },
    whenReached: (milestone, nth = 1) =>
      new Promise((resolve) => {
        let times = 0;
        waiting.set(milestone, () => ++times === nth && resolve());
      }),
    async whenIdle() {
      await Promise.all([...sessions, ...served.associations.map(({ ended }) => ended)]);
    },
    countOpen: () => channels.filter(isOpen).length,
    countListeners: () =>
      [...signals].reduce((count, signal) => count + getEventListeners(signal, 'abort').length, 0),
    async close() {
      for (const channel of walletEnds) channel.close();
      await Promise.all(served.associations.map((association) => association.close()));
    },
  };
}

function isOpen(channel: Channel): boolean {
  try {
    channel.send(new Uint8Array());
    return true;
  } catch {
    return false;
  }
}
