import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { createMockWallet } from '../src/mock/index.js';
import { openAssociation } from '../src/mock/server.js';
import { type ScriptPage, serveScript } from './bundle.js';

/** Longer than a wallet has for its answer to the handshake, in ms. */
const FROZEN = 10_500;

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveScript('launching/page.ts');
});
test.afterAll(() => site.close());

/** Stands between page and wallet, and keeps back what the wallet says until it is told to let it through. */
async function createLock(
  port: number,
  walletPort: number,
): Promise<Readonly<{ open(): void; server: Server }>> {
  const held: Socket[] = [];
  const server = createServer((page) => {
    const wallet = connect(walletPort, 'localhost');
    page.pipe(wallet);
    page.on('error', () => {});
    wallet.on('error', () => {});
    // The answer to the upgrade, without which there is no socket, goes through.
    wallet.once('data', (data) => {
      page.write(data);
      wallet.pause();
      held.push(wallet);
      wallet.on('data', (more) => page.write(more));
    });
  });
  await once(server.listen(port, 'localhost'), 'listening');
  return {
    server,
    open() {
      for (const wallet of held) wallet.resume();
    },
  };
}

for (const [title, isAnswered, outcome] of [
  ['goes on with an answer that came meanwhile', true, { result: [expect.any(String)] }],
  ['is told soon after that none came', false, { code: 'SESSION_TIMEOUT' }],
] as const) {
  test(`a page that is frozen for longer than an answer may take ${title}`, async ({ page, context }) => {
    test.setTimeout(40_000);
    const wallet = await createMockWallet();
    const client = await context.newCDPSession(page);
    const launched = new Promise<string>((resolve) => {
      void context.exposeBinding('noteLaunch', (_source, uri: string) => resolve(uri));
    });
    await context.addInitScript(() => {
      const { noteLaunch } = globalThis as unknown as { noteLaunch: (uri: string) => void };
      navigation.addEventListener('navigate', (event) => {
        if (!event.destination.url.startsWith('solana-wallet:')) return;
        event.preventDefault();
        noteLaunch(event.destination.url);
      });
    });
    await page.goto(site.url);
    await page.getByRole('button', { name: 'connect' }).click();
    const uri = await launched;
    const port = Number(new URL(uri).searchParams.get('port'));
    const probe = createServer();
    await once(probe.listen(0, 'localhost'), 'listening');
    const walletPort = (probe.address() as AddressInfo).port;
    await new Promise((resolve) => probe.close(resolve));
    const association = await openAssociation(wallet, uri.replace(`port=${port}`, `port=${walletPort}`));
    const lock = await createLock(port, walletPort);
    const socket = await page.waitForEvent('websocket');
    await socket.waitForEvent('framesent');

    await client.send('Page.setWebLifecycleState', { state: 'frozen' });
    await new Promise((resolve) => setTimeout(resolve, FROZEN));
    if (isAnswered) lock.open();
    await client.send('Page.setWebLifecycleState', { state: 'active' });
    const { ms, ...rest } = JSON.parse(await page.locator('output').innerText());
    expect(rest).toEqual(outcome);
    expect(ms).toBeLessThan(FROZEN + 4_000);
    lock.server.close();
    await association.close();
  });
}
