import { test } from '@playwright/test';
import { createReflector, type OpenAssociation, openAssociation } from '../../mock/src/server.js';
import { createMockWallet } from '../../mock/src/wallet/mock-wallet.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import { serveScript } from '../bundle.js';
import { getRemoteJob } from './remote-jobs.js';
import { expectNothingLeft } from './run.js';

const SESSIONS = Number(process.env['SOAK_REMOTE_SESSIONS'] ?? 200);

test(`${SESSIONS} sessions with a wallet on another device leave nothing behind`, async ({ page }) => {
  const site = await serveScript('soak/remote-page.ts');
  const [reflector, relay] = await Promise.all([createReflector(), startNostrRelay()]);
  let current = 0;
  let opened: OpenAssociation | undefined;
  const wallet = await createMockWallet({
    async approve({ type }) {
      const { type: where, fault } = getRemoteJob(current);
      if (type !== 'sign-messages' || fault === undefined) return { approved: true };
      if (fault === 'lost' && where === 'reflector') void opened?.close();
      // Relays do not tell a dapp that the wallet has left.
      if (fault === 'lost') for (const socket of relay.sockets) socket.terminate();
      return { approved: false };
    },
  });

  await expectNothingLeft(page, {
    url: `${site.url}/#${reflector.host},${relay.host}`,
    count: SESSIONS,
    getOutcome: (number) => getRemoteJob(number).outcome,
    async take(number) {
      current = number;
      // The dialog keeps the link beside the code, which takes a second to decode.
      const link = page.locator('mobile-wallet-dialog textarea');
      await link.waitFor({ state: 'attached' });
      if (getRemoteJob(number).fault === 'cancelled') return page.keyboard.press('Escape');
      opened = await openAssociation(wallet, await link.inputValue());
      await opened.ended;
    },
  });
  site.close();
  await Promise.all([reflector.close(), relay.close()]);
});
