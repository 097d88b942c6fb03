import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createApprovalDesk } from '../../phone/approval-desk.js';
import { createPhone } from '../../phone/phone.js';
import { createMemoryStore } from '../../phone/phone-store.js';
import { sendApprovals } from './answers.js';

const PAGE = 'a'.repeat(32);

it('keeps one state for a client of HTTP/2 that does not read, as Vite serves with HTTPS', async () => {
  const refuse = () => Promise.reject(new Error('There is no such chain'));
  const phone = await createPhone({
    chain: {
      name: 'None',
      sendTransaction: refuse,
      describeTransaction: refuse,
      getBalance: refuse,
      getTokens: refuse,
    },
    store: createMemoryStore(),
    openStore: createMemoryStore,
    openAssociation: refuse,
  });
  const label = 'x'.repeat(100_000);
  const getAccounts = () => phone.wallet.accounts.map((account) => ({ ...account, label }));
  const desk = createApprovalDesk({ name: 'Large', getAccounts }, true);
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const requested = once(server, 'request');
  client.request({ ':path': '/' });
  const [, response] = (await requested) as [Http2ServerRequest, Http2ServerResponse];
  const query = `page=${PAGE}`;
  sendApprovals({ phone: { ...phone, desk }, query, response: response as unknown as ServerResponse });
  for (let count = 0; count < 50; count++) desk.openSession(PAGE);
  expect(response.stream.writableLength).toBeLessThan(500_000);
  client.destroy();
  server.close();
});
