import {
  type AssociationRequest,
  type Channel,
  createChannelPair,
  createSessionClosedError,
} from 'mobile-wallet-standard/endpoint';
import { findConnectionFault } from '../wallet/faults/fault.js';
import type { MockWallet } from '../wallet/mock-wallet.js';
import { LISTEN_TIMEOUT_MS } from '../wallet/reference-server.js';
import type { OpenAssociation } from './associations.js';

/** Associations with dapps in this program or page, without a socket. */
export type MemoryAssociations = Readonly<{
  /**
   * Listens on a port for the dapp of an association, as the wallet app does, until `signal` aborts or a
   * session ends.
   */
  listen(wallet: MockWallet, request: AssociationRequest, port: number, signal: AbortSignal): OpenAssociation;
  /** Connects to the association of a URL's port; for the option `dial` of mobile-wallet-standard. */
  dial(url: string): Promise<Channel>;
}>;

/** Creates the associations of dapps in this program or page; none at first. */
export function createMemoryAssociations(): MemoryAssociations {
  const accepting = new Map<number, () => Promise<Channel>>();

  const listen: MemoryAssociations['listen'] = (wallet, request, port, signal) => {
    const channels = new Set<Channel>();
    let isDone = false;
    let markEnded = (): void => {};
    const ended = new Promise<void>((resolve) => {
      markEnded = resolve;
    });
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', close);
      if (accepting.get(port) === accept) accepting.delete(port);
      markEnded();
    };
    const close = async (): Promise<void> => {
      for (const channel of channels) channel.close();
      stop();
    };
    const serve = async (channel: Channel): Promise<void> => {
      channels.add(channel);
      const { established } = await wallet.attach(channel, request);
      isDone ||= established;
      channel.close();
      channels.delete(channel);
      if (isDone && channels.size === 0) stop();
    };
    const accept = async (): Promise<Channel> => {
      const fault = findConnectionFault(wallet.getFaults());
      if (fault === 'silence') return new Promise(() => {});
      if (fault !== undefined) throw createSessionClosedError('The wallet refused the connection');
      const [dappEnd, walletEnd] = createChannelPair();
      void serve(walletEnd);
      return dappEnd;
    };
    const timer = setTimeout(() => {
      isDone = true;
      if (channels.size === 0) stop();
    }, LISTEN_TIMEOUT_MS);
    // In Node, a launch that nobody answers must not keep a finished test run alive.
    if (typeof timer === 'object') timer.unref();
    signal.addEventListener('abort', close, { once: true });
    accepting.set(port, accept);
    return { ended, close };
  };

  return {
    listen,
    async dial(url) {
      const accept = accepting.get(Number(new URL(url).port));
      if (!accept) throw createSessionClosedError(`No wallet listens at ${url}`);
      return accept();
    },
  };
}
