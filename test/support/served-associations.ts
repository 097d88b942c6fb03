import { type OpenAssociation, openAssociation } from '../../mock/src/server.js';
import type { MockWallet } from '../../mock/src/wallet/mock-wallet.js';
import { openWebSocketChannel } from '../../src/connection/web-socket-channel.js';
import type { Dial } from '../../src/dapp/open/dial.js';
import { getRandomPort } from '../../src/protocol/association.js';

/**
 * Serves a wallet over real WebSockets. Where another program has the port of an association, the wallet has
 * another one, which `dial` knows, so that tests do not depend on what else this machine does.
 */
export function serveAssociations(wallet: MockWallet) {
  const associations: OpenAssociation[] = [];
  const ports = new Map<string, string>();
  return {
    associations,
    async launch(uri: string): Promise<void> {
      const asked = new URL(uri).searchParams.get('port') ?? '';
      for (let port = asked; ; port = String(getRandomPort())) {
        try {
          associations.push(await openAssociation(wallet, uri.replace(`port=${asked}`, `port=${port}`)));
          ports.set(asked, port);
          return;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
        }
      }
    },
    dial: ((url, options) => {
      const target = new URL(url);
      target.port = ports.get(target.port) ?? target.port;
      return openWebSocketChannel(target.href, options);
    }) satisfies Dial,
  };
}
