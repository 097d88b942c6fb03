import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  connect,
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createEvent } from '../../../../test/support/event.js';
import { within } from '../../../../test/support/patience.js';
import { createApprovalDesk } from '../../phone/approval-desk.js';
import { createPhone } from '../../phone/phone.js';
import { createMemoryStore } from '../../phone/phone-store.js';
import { sendApprovals } from './answers.js';

const PAGE = 'a'.repeat(32);

/** Sends the approvals of a large wallet to a client of HTTP/2, which Vite's server has with HTTPS. */
async function sendLargeApprovals() {
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
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const requested = once(server, 'request');
  const stream = client.request({ ':path': '/' });
  const [, response] = (await requested) as [Http2ServerRequest, Http2ServerResponse];
  const query = `page=${PAGE}`;
  const { happen: end, happened: ended } = createEvent();
  const watch: typeof desk.watch = (...args) => {
    const stop = desk.watch(...args);
    return () => {
      stop();
      end();
    };
  };
  sendApprovals({
    phone: { ...phone, desk: { ...desk, watch } },
    query,
    response: response as unknown as ServerResponse,
  });
  for (let count = 0; count < 50; count++) desk.openSession(PAGE);
  return { response, stream, ended };
}

it('keeps one state for a client that does not read', async () => {
  const { response } = await sendLargeApprovals();
  expect(response.stream.writableLength).toBeLessThan(500_000);
});

it('follows the states no longer than a client listens', async () => {
  const { stream, ended } = await sendLargeApprovals();
  stream.close(constants.NGHTTP2_CANCEL);
  await within(20_000, ended, 'the end');
});

it('tells a client the last state once it reads again', async () => {
  const { stream } = await sendLargeApprovals();
  const events: number[] = [];
  const read = async (): Promise<void> => {
    for await (const line of createInterface(stream)) {
      if (line === '') continue;
      events.push(JSON.parse(line.replace(/^data: /, '')).sessions);
      if (events.at(-1) === 50) return;
    }
  };
  await within(20_000, read(), 'the last state');
  expect(events.length).toBeLessThan(10);
});
