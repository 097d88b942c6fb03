import { expect, type Page, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { changeState, getCommands, openScreen, serveHome } from './home/open.js';
import { createEntry, USED } from './home/sample.js';

const site = useResource(serveHome);

const getRows = (page: Page) => page.getByRole('list', { name: 'Requests' }).locator('> li');

test('requests are listed with what was asked, decided and answered, newest first', async ({ page }) => {
  await openScreen(page, site, 'Activity');
  const rows = getRows(page);
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(0)).toContainText(
    /Sent 2 transactions.*confirmed.*sign_and_send_transactions.*Example shop.*approved, after 1\.2 s/s,
  );
  await expect(rows.nth(1)).toContainText(/Message.*error -3.*sign_messages.*“Hello”.*declined/s);
  await expect(rows.nth(2)).toContainText(/never answered.*left without an answer/s);
  await expect(rows.nth(4)).toContainText(/Signed in.*authorize/s);
  await expect(rows.last()).toContainText(/^Asked what this wallet can do.*get_capabilities/s);
});

test('a request opens as decoded JSON-RPC, with its signatures', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(page, site, 'Activity');
  const row = getRows(page).first();
  await row.locator('summary').click();
  await expect(row.getByRole('group', { name: 'Request' })).toContainText(
    /"method": "sign_and_send_transactions",\s+"params": \{\s+"payloads"/,
  );
  await expect(row.getByRole('group', { name: 'Response' })).toContainText(/"result": \{\s+"signatures"/);
  // In the user's own time zone, as the rows.
  await expect(row).toContainText(/Asked4 May 2026, \d\d:30:06\.000/);
  const [first = ''] = USED.activity[0]?.signatures ?? [];
  await expect(row.getByText(first)).toBeVisible();
  await row.getByRole('button', { name: 'Copy the response' }).click();
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
    result: { signatures: ['AAAA', 'AAAA'] },
  });
  await row.getByRole('button', { name: 'Copy as JSON' }).click();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({
    id: 6,
    at: '2026-05-04T10:30:06.000Z',
    decision: 'approved',
    request: { method: 'sign_and_send_transactions', params: { payloads: ['AAAA', 'AAAA'] } },
    response: { result: { signatures: ['AAAA', 'AAAA'] } },
  });
});

test('requests are filtered, copied and cleared', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(page, site, 'Activity');
  await page.getByLabel('Show requests by method').selectOption('sign_messages');
  await expect(getRows(page)).toHaveCount(3);
  await page.getByLabel('Show requests by outcome').selectOption('Errors');
  await expect(getRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Copy as JSON the requests that are shown' }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as unknown[];
  expect(copied).toEqual([expect.objectContaining({ id: 5 })]);
  await page.getByLabel('Show requests by outcome').selectOption('Waiting');
  await expect(page.getByText('No request matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the activity' }).click();
  await page.getByRole('group').getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No request yet.')).toBeVisible();
  expect(await getCommands(page)).toEqual([{ type: 'clear-activity' }]);
});

test('a request that waits is shown at once, and then its end, without closing or moving anything', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await openScreen(page, site, 'Activity');
  const answered = createEntry(7);
  const { id, session, method, params, at, identity = {} } = answered;
  const waiting = { id, session, method, params, at, identity };
  await getRows(page).nth(2).locator('summary').click();
  const opened = getRows(page).filter({ has: page.getByRole('group', { name: 'Request' }) });
  const getTop = (): Promise<number> => opened.boundingBox().then((box) => box?.y ?? 0);
  await page.getByRole('tabpanel', { name: 'Activity' }).evaluate((panel) => panel.scrollBy(0, 120));
  const before = await getTop();
  await changeState(page, { activity: [waiting, ...USED.activity] });
  const row = getRows(page).first();
  await expect(row).toContainText('waiting');
  // But for the fraction of a pixel that scrolling cannot keep.
  expect(Math.abs((await getTop()) - before)).toBeLessThan(2);
  await expect(opened.locator('summary')).toBeFocused();
  await row.locator('summary').click();
  await expect(row.getByRole('group', { name: 'Response' })).toHaveCount(0);
  await changeState(page, {
    activity: [answered, ...USED.activity],
  });
  await expect(row.getByRole('group', { name: 'Response' })).toBeVisible();
  await expect(row).toContainText('answered');
  await expect(getRows(page).nth(3).getByRole('group', { name: 'Request' })).toBeVisible();
});
