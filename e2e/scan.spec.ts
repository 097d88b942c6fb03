import { expect, type Locator, type Page, test } from '@playwright/test';
import { getAssociationUri } from '../src/protocol/association.js';
import { serveScript, useResource } from './bundle.js';
import type { CodeChanges, DialogsInput } from './dialogs/page.js';
import { readBlurredCode, readCode, readHalfSizeCode } from './qr.js';

const POLICY = "default-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const POINT = Uint8Array.from({ length: 65 }, (_, index) => (index === 0 ? 4 : (index * 89 + 7) % 256));
const URIS = {
  reflector: getAssociationUri(
    { type: 'remote', reflector: 'reflector.example.com', reflectorId: POINT.subarray(1, 17) },
    POINT,
  ),
  nostr: getAssociationUri(
    {
      type: 'remote-nostr',
      relay: 'wss://nostr-relay.example.com',
      publicKey: '3bf0c63fcb93463407af97a5e5ee64fa883d107ef9e558472c4eb9aaaefa459d',
    },
    POINT,
  ),
};
const { nostr: uri } = URIS;
/** How far the blur spreads each point, as a part of the code's width: about two modules. */
const BLUR = 0.03;

const site = useResource(() => serveScript('dialogs/page.ts', {}, { 'Content-Security-Policy': POLICY }));

/** Opens the page and then the dialog by keyboard. */
async function open(page: Page, input: DialogsInput = {}, url = site.url): Promise<Locator> {
  await page.goto(`${url}/#${encodeURIComponent(JSON.stringify({ uri, ...input }))}`);
  await page.getByRole('button', { name: 'scan' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function showFreshCode(page: Page, changes: CodeChanges): Promise<void> {
  await page.evaluate((detail) => void dispatchEvent(new CustomEvent('fresh', { detail })), changes);
}

for (const colors of ['light', 'dark', 'forced'] as const) {
  for (const [width, height, least] of [
    [390, 844, 240],
    [1280, 800, 320],
  ] as const) {
    test(`the code can be read in ${colors} colours at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({
        colorScheme: colors === 'light' ? 'light' : 'dark',
        forcedColors: colors === 'forced' ? 'active' : 'none',
        reducedMotion: 'reduce',
      });
      for (const [transport, text] of Object.entries(URIS)) {
        const dialog = await open(page, { uri: text });
        const code = dialog.getByRole('img');
        const size = (await code.boundingBox())?.width ?? 0;
        expect(size).toBeGreaterThanOrEqual(least);
        expect(readCode(await page.screenshot()), `${transport} on the page`).toBe(text);
        const png = await code.screenshot();
        expect(readCode(png), transport).toBe(text);
        expect(readHalfSizeCode(png), `${transport} at half its size`).toBe(text);
        expect(readBlurredCode(png, BLUR * size), `${transport}, blurred`).toBe(text);
        await page.goto('about:blank');
      }
    });
  }
}

test('is named, described and read in order, and Escape cancels', async ({ page }) => {
  const dialog = await open(page);
  await expect(dialog).toHaveAccessibleName('Use a wallet on another device');
  await expect(dialog).toHaveAccessibleDescription(/^Scan this QR code with .* New QR code in 1:(30|29)\.$/);
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Use a wallet on another device":
      - button "Cancel"
      - text: /localhost/
      - status:
        - heading "Use a wallet on another device" [level=2]
        - paragraph: Scan this QR code with your wallet’s phone.
      - img "QR code for your wallet. You can copy its link instead."
      - timer: /Waiting for a scan/
      - button "Copy link"
      - group: How to scan
      - paragraph: Encrypted connection
  `);
  // No button has the focus, so that holding down Enter does not cancel.
  await expect(dialog).toBeFocused();
  await dialog.getByText('How to scan').press('Enter');
  await expect(dialog.getByRole('listitem').first()).toHaveText('Point the phone’s camera at the QR code.');
  await page.keyboard.press('Escape');
  await expect(page.locator('output')).toHaveText('scan: cancelled');
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'scan' })).toBeFocused();
});

test('says why the user has to scan', async ({ page }) => {
  for (const [reason, sentence] of [
    ['first', 'Scan this QR code with your wallet’s phone.'],
    ['expired', 'This is a new QR code. The old one expired.'],
    ['not-renewed', 'No connection. Trying again…'],
    ['idle', 'You were away for a while. Please scan again.'],
    ['wallet-left', 'Your wallet disconnected. Please scan again.'],
    ['connection-lost', 'The connection was lost. Please scan again.'],
    ['cancelled', 'You cancelled. Please scan again.'],
  ] as const) {
    const dialog = await open(page, { reason });
    await expect(dialog.getByText(sentence)).toBeVisible();
    await page.goto('about:blank');
  }
});

test('counts down, and hides a code that nobody waits for any more', async ({ page }) => {
  const dialog = await open(page, { lifetimeMs: 2_000 });
  const timer = dialog.getByRole('timer');
  await expect(timer).toHaveText(/in 0:0[12]\.$/);
  // Screen readers say changes in a status, and a countdown would never let them say anything else.
  await expect(dialog.getByRole('status').getByRole('timer')).toHaveCount(0);
  await expect(timer).toHaveText('Expired. A new QR code follows.');
  expect(readCode(await dialog.getByRole('img').screenshot())).toBe(undefined);
});

test('a fresh code takes the place of the old one, and the focus stays', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = await open(page, { lifetimeMs: 0 });
  const copy = dialog.getByRole('button', { name: 'Copy link' });
  await copy.focus();
  const box = await dialog.boundingBox();
  // Counts what a user would notice: the dialog's removal, and each change of the focus.
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['changes'] = '0';
    const count = (): void => {
      dataset['changes'] = String(Number(dataset['changes']) + 1);
    };
    new MutationObserver(count).observe(document.documentElement, { childList: true });
    const root = document.querySelector('mobile-wallet-dialog')?.shadowRoot;
    for (const type of ['focusin', 'focusout', 'close']) root?.addEventListener(type, count, true);
  });
  await showFreshCode(page, { uri: URIS.reflector, reason: 'expired', lifetimeMs: 60_000 });
  await expect(dialog.getByRole('timer')).toHaveText(/in (1:00|0:59)\.$/);
  await expect(dialog.getByRole('status').first()).toContainText('This is a new QR code.');
  await expect(copy).toBeFocused();
  expect(readCode(await page.screenshot())).toBe(URIS.reflector);
  expect(await dialog.boundingBox()).toEqual(box);
  expect(await page.evaluate(() => document.documentElement.dataset['changes'])).toBe('0');
  await expect(page.locator('output')).toHaveText('scan: withdrawn');
  // The buttons belong to the latest code.
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.locator('output')).toHaveText('scan: withdrawn cancelled');
  await expect(page.getByRole('button', { name: 'scan' })).toBeFocused();
});

test('opens again after another dialog has taken its place', async ({ page }) => {
  const dialog = await open(page);
  await page.evaluate(() => {
    dispatchEvent(new Event('waiting'));
    dispatchEvent(new CustomEvent('fresh', { detail: { reason: 'wallet-left' } }));
  });
  await expect(dialog.getByText('Your wallet disconnected. Please scan again.')).toBeVisible();
  expect(readCode(await dialog.getByRole('img').screenshot())).toBe(uri);
});

test('fits a small phone, and keeps its height', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  const dialog = await open(page, { localUri: 'solana-wallet:/v1/associate/local/nostr' });
  const parts = dialog.locator('h2, p, svg, button, summary').locator('visible=true');
  for (const part of await parts.all()) await expect(part).toBeInViewport({ ratio: 1 });
  const box = await dialog.boundingBox();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await dialog.boundingBox()).toEqual(box);
  await showFreshCode(page, { lifetimeMs: 0 });
  await expect(dialog.getByText('Expired.')).toBeVisible();
  expect(await dialog.boundingBox()).toEqual(box);
});

test('copies the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await open(page);
  await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
  await expect(dialog.getByRole('status').last()).toHaveText(
    'The link was copied. Paste it in your wallet app.',
  );
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uri);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  // A copied link expires with its code.
  await showFreshCode(page, { uri: URIS.reflector, reason: 'expired' });
  await expect(dialog.getByText('The link was copied.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(dialog.getByRole('status').last()).toContainText('The link was copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(URIS.reflector);
});

test('shows the link, selected, where the page may not write to the clipboard', async ({ page }) => {
  const blocked = await serveScript(
    'dialogs/page.ts',
    {},
    { 'Content-Security-Policy': POLICY, 'Permissions-Policy': 'clipboard-write=()' },
  );
  try {
    const dialog = await open(page, {}, blocked.url);
    await dialog.getByRole('button', { name: 'Copy link' }).press('Enter');
    await expect(dialog.getByRole('status').last()).toHaveText(
      'Your browser did not copy the link. Here it is:',
    );
    const link = dialog.getByRole('textbox', { name: 'Link for your wallet' });
    await expect(link).toBeFocused();
    await expect(link).toHaveValue(uri);
    const getSelected = (): Promise<string> =>
      link.evaluate((field: HTMLTextAreaElement) =>
        field.value.slice(field.selectionStart, field.selectionEnd),
      );
    expect(await getSelected()).toBe(uri);
    await showFreshCode(page, { uri: URIS.reflector, reason: 'expired' });
    await expect(link).toHaveValue(URIS.reflector);
    await expect(link).toBeFocused();
    expect(await getSelected()).toBe(URIS.reflector);
  } finally {
    blocked.close();
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('opens a wallet app on this device, by the latest link', async ({ page }) => {
    const dialog = await open(page, { localUri: 'solana-wallet:/v1/associate/local/nostr' });
    const fresh = 'solana-wallet:/v1/associate/local/nostr?fresh';
    await showFreshCode(page, { localUri: fresh, reason: 'expired' });
    await expect(dialog.getByText('This is a new QR code.')).toBeVisible();
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    const opened = new Promise((resolve) =>
      session.on('Page.frameRequestedNavigation', ({ url }) => resolve(url)),
    );
    await dialog.getByRole('button', { name: 'Open a wallet on this device' }).tap();
    expect(await opened).toBe(fresh);
    await expect(dialog).toBeVisible();
  });
});

test('does not offer a wallet app on this device without a touch screen', async ({ page }) => {
  const dialog = await open(page, { localUri: 'solana-wallet:/v1/associate/local/nostr' });
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Copy link']);
});

test('loads its code only when it is shown, and says if it cannot', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/scan.*\.js$/.test(request.url())) scripts.push(request.url());
  });
  await page.goto(`${site.url}/`);
  await page.getByRole('button', { name: 'waiting' }).press('Enter');
  await page.keyboard.press('Escape');
  expect(scripts).toEqual([]);
  await page.route(/scan.*\.js$/, (route) => route.abort());
  await page.getByRole('button', { name: 'scan' }).press('Enter');
  await expect(page.locator('output')).toHaveText('waiting: cancelled scan: CODE_NOT_LOADED');
  expect(scripts).toHaveLength(1);
});

test('needs no style, script or host that a strict policy forbids', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => void hosts.add(new URL(request.url()).origin));
  const dialog = await open(page);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  // The page would also have noted violations of its policy.
  await expect(page.locator('output')).toHaveText('scan: cancelled in a tap');
  expect([...hosts]).toEqual([site.url]);
});

test.describe('beside the code', () => {
  test('a request at another device shows the account and no app to open', async ({ page }) => {
    const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
    const input: DialogsInput = { remote: { address } };
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(input))}`);
    await page.getByRole('button', { name: 'waiting' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleName('Look at your phone');
    await expect(dialog).toHaveAccessibleDescription(/Use this account: 7xKXtg…osgAsU$/);
    await expect(dialog.getByRole('button')).toHaveText(['Cancel']);
    await page.keyboard.press('Escape');
    await expect(page.locator('output')).toHaveText('waiting: cancelled');
  });

  test('a wallet app that did not answer can be replaced by another device', async ({ page }) => {
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify({ choices: ['qr-code'] }))}`);
    await page.getByRole('button', { name: 'notFound' }).press('Enter');
    await page.getByRole('button', { name: 'Use a wallet on another device' }).press('Enter');
    await expect(page.locator('output')).toHaveText('notFound: qr-code in a tap');
  });
});
