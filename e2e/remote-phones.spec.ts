import { expect, type Page } from '@playwright/test';
import { parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { startReflector, startRelay } from './browsers/intermediaries.js';
import { type Dapp, test } from './browsers/test.js';
import { useResource } from './bundle.js';
import { scanCode } from './scan-code.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;

const reflector = useResource(startReflector);
const relay = useResource(startRelay);

const connect = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Connect', exact: true }).tap();

async function expectConnected(page: Page, { wallet }: Dapp): Promise<void> {
  await expect(page.locator('output')).toHaveText(JSON.stringify({ result: [wallet.accounts[0]?.address] }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.describe('on an Android phone', () => {
  test.use({ ...PHONE, userAgent: ANDROID });

  test('the app there is opened first; if none answers, a code is offered', async ({ page, dapp }) => {
    dapp.launchWith(() => {
      throw new Error('none is installed');
    });
    await page.goto(dapp.getUrl({ remote: reflector.remote }));
    await connect(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Your wallet didn’t answer');
    expect(dapp.launched.map((uri) => parseAssociationUri(uri).association.type)).toEqual(['local']);
    await dialog.getByText('Other ways', { exact: true }).tap();
    await dialog.getByRole('button', { name: 'Use a wallet on another device' }).tap();
    await dapp.openWallet(await scanCode(page));
    await expectConnected(page, dapp);
    await page.getByRole('button', { name: 'Sign message' }).tap();
    await expect(page.locator('output')).toContainText('signature');
    expect(dapp.launched).toHaveLength(1);
  });

  test('the app there is used if it answers, and no code is shown', async ({ page, dapp }) => {
    await page.goto(dapp.getUrl({ remote: reflector.remote }));
    await connect(page);
    await expectConnected(page, dapp);
    expect(dapp.launched).toHaveLength(1);
    expect(await page.evaluate('states')).not.toContain('scanning');
  });
});

test.describe('on an iPhone', () => {
  test.use({ ...PHONE, userAgent: IPHONE });

  test('a code is shown at once', async ({ page, dapp }) => {
    await page.goto(dapp.getUrl({ remote: reflector.remote }));
    await connect(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Use a wallet on another device');
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Copy link']);
    await dapp.openWallet(await scanCode(page));
    await expectConnected(page, dapp);
    expect(dapp.launched).toEqual([]);
  });

  test('over Nostr a wallet app there can be opened for the same session', async ({ page, dapp }) => {
    await page.goto(dapp.getUrl({ remote: relay.remote }));
    await connect(page);
    const scanned = await scanCode(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const opened = new Promise<string>((resolve) =>
      session.on('Page.frameRequestedNavigation', ({ url }) => resolve(url)),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Open a wallet on this device' }).tap();
    const uri = await opened;
    const { association, ...request } = parseAssociationUri(scanned);
    expect(parseAssociationUri(uri)).toEqual({
      ...request,
      association: { ...association, type: 'local-nostr' },
    });
    await dapp.openWallet(uri);
    await expectConnected(page, dapp);
  });
});
