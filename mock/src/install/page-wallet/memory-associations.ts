import {
  type AssociationRequest,
  type Channel,
  createChannelPair,
  createSessionClosedError,
  joinRemoteAssociation,
  parseAssociationUri,
} from 'mobile-wallet-standard/endpoint';
import type { PhoneOptions } from '../../phone/phone.js';
import type { OpenAssociation } from '../../sockets/open-association.js';
import { findConnectionFault } from '../../wallet/faults/fault.js';
import type { MockWallet } from '../../wallet/mock-wallet.js';

/** Associations of dapps in this page, without a socket. */
export type MemoryAssociations = Readonly<{
  /** Handles an association URI as the phone's system and the wallet app do. */
  open: PhoneOptions['openAssociation'];
  /** Connects to the association of a URL's port; for the option `dial` of mobile-wallet-standard. */
  dial(url: string): Promise<Channel>;
}>;

/** A wallet app stops listening if no dapp has connected for so long. */
const LISTEN_TIMEOUT_MS = 10_000;

/** Creates the associations of a page, none at first. */
export function createMemoryAssociations(): MemoryAssociations {
  const accepting = new Map<number, () => Promise<Channel>>();

  function listen(
    wallet: MockWallet,
    request: AssociationRequest,
    port: number,
    signal: AbortSignal,
  ): OpenAssociation {
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
    async open(wallet, uri, { signal }) {
      signal.throwIfAborted();
      const request = parseAssociationUri(uri);
      const { association } = request;
      if (association.type === 'local') return listen(wallet, request, association.port, signal);
      const channel = await joinRemoteAssociation(request, { signal });
      const ended = wallet.attach(channel, request).then(() => channel.close());
      return {
        ended,
        close() {
          channel.close();
          return ended;
        },
      };
    },

    async dial(url) {
      const accept = accepting.get(Number(new URL(url).port));
      if (!accept) throw createSessionClosedError(`No wallet in this page listens at ${url}`);
      return accept();
    },
  };
}
