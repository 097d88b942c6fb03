import {
  type Channel,
  createChannelPair,
  createInvalidArgumentError,
  createSessionClosedError,
  parseAssociationUri,
} from 'mobile-wallet-standard/endpoint';
import { findConnectionFault } from '../wallet/faults/fault.js';
import type { MockWallet } from '../wallet/mock-wallet.js';
import type { OpenAssociation } from './open-association.js';

/** Associations of dapps in this program or page, without a socket. */
export type MemoryAssociations = Readonly<{
  /**
   * Listens for the dapp of an association URI, as the wallet app does, until `signal` aborts or the session ends. Throws
   * `INVALID_ARGUMENT` for a URI of no local association.
   */
  listen(wallet: MockWallet, uri: string, signal: AbortSignal): OpenAssociation;
  /** Connects to the association of a URL's port; for the option `dial` of mobile-wallet-standard. */
  dial(url: string): Promise<Channel>;
}>;

/** A wallet app stops listening if no dapp has connected for so long. */
const LISTEN_TIMEOUT_MS = 10_000;

/** Creates {@link MemoryAssociations}, none at first. */
export function createMemoryAssociations(): MemoryAssociations {
  const accepting = new Map<number, () => Promise<Channel>>();

  function listen(wallet: MockWallet, uri: string, signal: AbortSignal): OpenAssociation {
    const request = parseAssociationUri(uri);
    if (request.association.type !== 'local') {
      throw createInvalidArgumentError('uri', 'must be the URI of a local association');
    }
    const { port } = request.association;
    const channels = new Set<Channel>();
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
    const stopIfUnused = (): void => {
      if (channels.size === 0) stop();
    };
    const close = async (): Promise<void> => {
      for (const channel of channels) channel.close();
      stop();
    };
    const serve = async (channel: Channel): Promise<void> => {
      channels.add(channel);
      await wallet.attach(channel, request);
      channel.close();
      channels.delete(channel);
      stopIfUnused();
    };
    const accept = async (): Promise<Channel> => {
      const fault = findConnectionFault(wallet.getFaults());
      if (fault === 'silence') return new Promise(() => {});
      if (fault !== undefined) throw createSessionClosedError('The wallet refused the connection');
      const [dappEnd, walletEnd] = createChannelPair();
      void serve(walletEnd);
      return dappEnd;
    };
    const timer = setTimeout(stopIfUnused, LISTEN_TIMEOUT_MS);
    signal.addEventListener('abort', close, { once: true });
    accepting.set(port, accept);
    return { ended, close };
  }

  return {
    listen,
    async dial(url) {
      const accept = accepting.get(Number(new URL(url).port));
      if (!accept) throw createSessionClosedError(`No wallet was launched for ${url}`);
      return accept();
    },
  };
}
