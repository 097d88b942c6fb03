import { writeFile } from 'node:fs/promises';
import { chromium, expect, type Page, test } from '@playwright/test';
import { createReflector } from '../mock/src/server.js';
import { findInBothSchemes } from './accessibility.js';
import { getEvents, serveApprovals, showRequests } from './approvals/open.js';
import { createAuthorizeRequest } from './approvals/states.js';
import { serveScript, useResource } from './bundle.js';
import { getChromiumOptions } from './chromium.js';
import { scanCode } from './scan-code.js';

const LOCAL_ONLY = 'Real phones cannot use this QR code. It leads to this computer only.';

const reflector = useResource(createReflector);
const wallet = useResource(serveApprovals);
const dapp = useResource(() => serveScript('codes/page.ts'));

/** Opens the wallet's page of its own, on which nobody waits for it yet. */
async function openWallet(page: Page): Promise<void> {
  await page.goto(wallet.url);
  await page.locator('body[data-is-watching]').waitFor();
  await showRequests(page, [], { sessions: 0 });
}

test('the camera reads the code of a dapp, and the request says what real phones cannot do', async ({
  page,
}, testInfo) => {
  await page.setViewportSize({ width: 640, height: 480 });
  await page.goto(`${dapp.url}/#${reflector.host}`);
  // The code on top is that of the second session.
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(2);
  const link = await scanCode(page);
  const film = testInfo.outputPath('camera.mjpeg');
  await writeFile(film, await page.screenshot({ type: 'jpeg', quality: 95 }));

  const options = getChromiumOptions();
  const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`];
  const phone = await chromium.launch({ ...options, args: [...options.args, ...camera] });
  try {
    const context = await phone.newContext({ permissions: ['camera'] });
    const screen = await context.newPage();
    await openWallet(screen);
    expect(await findInBothSchemes(screen)).toEqual([]);
    await screen.getByRole('button', { name: 'Scan with the camera' }).click();
    await expect.poll(() => getEvents(screen)).toEqual([{ launch: link }]);
    await expect(screen.getByLabel('What the camera sees')).toHaveCount(0);
    await showRequests(screen, [createAuthorizeRequest()]);
    await expect(screen.getByText(LOCAL_ONLY).filter({ visible: true })).toBeVisible();
  } finally {
    await phone.close();
  }
});

test('without a camera, a user pastes the link, and is told at once if it is only for this computer', async ({
  page,
}) => {
  await openWallet(page);
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(page.getByRole('alert')).toContainText('Paste the link.');
  const link = (host: string) =>
    `solana-wallet:/v1/associate/remote?${new URLSearchParams({ association: POINT, reflector: host, id: 'AQ', v: 'v1' })}`;
  const field = page.getByLabel('Link of the QR code');
  for (const [host, isLocal] of [
    ['reflector.example', false],
    ['localhost:8080', true],
    ['192.168.1.2', false],
    ['127.0.0.1', true],
  ] as const) {
    await field.fill(link(host));
    await expect(page.getByText(LOCAL_ONLY)).toBeVisible({ visible: isLocal });
  }
  await page.getByRole('button', { name: 'Join' }).click();
  await expect.poll(() => getEvents(page)).toEqual([{ launch: link('127.0.0.1') }]);
  await expect(field).toHaveValue('');
});

/** The generator of P-256, uncompressed, in base64url. */
const POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
