import { expect, type Page, test } from '@playwright/test';
import type { Right } from '../mock/src/explain/rights.js';
import { AUTHORITIES, OTHERS, type RightKind } from '../mock/src/explain/rights-table.js';
import { findInBothSchemes } from './accessibility.js';
import { expectDecision, openApprovals, serveApprovals, showRequests } from './approvals/open.js';
import {
  createAuthorizeRequest,
  createGiving,
  createMessagesRequest,
  createOpeningPayment,
  createPayment,
  createSendRequest,
  createSwap,
  MAIN,
  SAVINGS,
  STRANGER,
  TOKEN_ACCOUNT,
  USDC,
} from './approvals/states.js';
import { useResource } from './bundle.js';
import { getContrast } from './contrast.js';

const SOL = 1_000_000_000n;
const KINDS = [...Object.keys(OTHERS), ...AUTHORITIES.map(([kind]) => kind)] as readonly RightKind[];
/** The most dangerous one. */
const ALL: Right = { kind: 'spend-all', over: TOKEN_ACCOUNT, to: STRANGER };
const SOME: Right = { kind: 'spend-some', over: TOKEN_ACCOUNT, to: STRANGER, amount: 1_500_000n };

const site = useResource(serveApprovals);

const getTitle = (page: Page) => page.getByRole('heading', { level: 1 });
const getGiven = (page: Page) => page.getByRole('region', { name: 'What you give away' });

test('a right is the question, then the warning, then what it is, to whom and until when', async ({
  page,
}) => {
  await openApprovals(page, site, [createSendRequest([createGiving([ALL])])]);
  await expect(page.getByRole('region', { name: 'Let a stranger take all your USDC?' })).toHaveText(
    new RegExp(
      [
        'Let a stranger take all your USDC\\?',
        'Danger. It can be taken at any later time, and you are not asked again.',
        'What you give away',
        'all USDC',
        'now 1,000, and what follows',
        'USD Coin EPjF…Dt1v',
        'From',
        'Main',
        'Token account',
        'BobB…2222',
        'To',
        'FjPj…qirj',
        'Until',
        'you revoke it',
        'Leaves now',
        'only the fee, 0.000005 test SOL',
      ].join('\\s*'),
    ),
  );
  await expect(page.getByText('Nothing changes')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Approve anyway' })).toBeVisible();
});

test('each right has a question, a picture and its card, and no token is needed for it', async ({ page }) => {
  await openApprovals(page, site, []);
  const titles = new Set<string>();
  for (const [index, kind] of KINDS.entries()) {
    const right: Right = { kind, over: SAVINGS, to: STRANGER };
    const summary = createGiving([right], index % 2 === 0 ? {} : { tokens: [] });
    await showRequests(page, [createSendRequest([summary], index + 1)]);
    await expect(getGiven(page).locator('svg'), kind).toBeVisible();
    await expect(getGiven(page)).toContainText(/Until.*Leaves now.*only the fee, 0\.000005 test SOL/s);
    const title = await getTitle(page).innerText();
    expect(title).toMatch(/^[A-Z][^{}]+\?$/);
    expect(title).not.toContain('transaction');
    titles.add(title);
    await expect(page.locator('.warning')).toHaveCount(1);
  }
  expect(titles.size).toBe(KINDS.length);
});

test('of several rights, the question names the worst, and the card explains each', async ({ page }) => {
  const rights: readonly Right[] = [
    SOME,
    { kind: 'mint', over: USDC, to: STRANGER },
    ALL,
    { kind: 'guard', over: TOKEN_ACCOUNT },
  ];
  await openApprovals(page, site, [createSendRequest([createGiving(rights)])]);
  await expect(getTitle(page)).toHaveText('Let a stranger take all your USDC, and more?');
  await expect(page.locator('.warning')).toHaveText([
    'Danger. This gives away 4 rights. What each of them means is below.',
  ]);
  await expect(getGiven(page).locator('.given').filter({ visible: true })).toHaveText([
    'all USDC',
    'up to 1.5 USDC',
    'the right to make more of USDC',
  ]);
  await getGiven(page).getByText('1 more').click();
  await expect(getGiven(page).locator('.given').last()).toHaveText('protection from programs');
  // In one of several transactions, beside a payment.
  const batch = [createPayment(SOL), createGiving([ALL])];
  await showRequests(page, [createSendRequest(batch, 2)]);
  await expect(getTitle(page)).toHaveText('Let a stranger take all your USDC, and more?');
  await expect(page.locator('.warning')).toHaveText([/^Danger\. Transaction 2: It can be taken/]);
  await expect(page.getByRole('region', { name: 'Expected changes' })).toContainText('−1 test SOL');
});

test('a right that would be given beside a payment, or by a failing transaction, is still asked for', async ({
  page,
}) => {
  const { balanceChanges } = createPayment(SOL);
  await openApprovals(page, site, [createSendRequest([createGiving([SOME], { balanceChanges })])]);
  await expect(getTitle(page)).toHaveText('Let a stranger take up to 1.5 USDC, and more?');
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Left after');
  await showRequests(page, [
    createSendRequest([createGiving([ALL], { feePayer: STRANGER, balanceChanges: [] })], 3),
  ]);
  await expect(getGiven(page)).toContainText(/Leaves now\s*nothing$/);
  const failing = createGiving([ALL], { balanceChanges: [], error: 'custom program error: 0x1' });
  await showRequests(page, [createSendRequest([failing], 2)]);
  await expect(getTitle(page)).toHaveText('Let a stranger take all your USDC?');
  await expect(getGiven(page)).not.toContainText('Leaves now');
  await expect(page.getByRole('region', { name: 'What it asks for' })).toBeVisible();
});

test('what goes to an own account is no right that leaves', async ({ page }) => {
  await openApprovals(page, site, [createSendRequest([createGiving([{ ...ALL, to: SAVINGS }])])]);
  await expect(getTitle(page)).toHaveText('Give a right away?');
  await expect(getGiven(page)).toHaveCount(0);
  await expect(page.locator('.warning')).toHaveCount(0);
});

test('a swap names both sides, and a payment what it opens', async ({ page }) => {
  await openApprovals(page, site, [createSendRequest([createSwap()])]);
  await expect(getTitle(page)).toHaveText('Swap 1 test SOL for 152.34 USDC');
  await showRequests(page, [createSendRequest([createOpeningPayment()], 2)]);
  await expect(getTitle(page)).toHaveText('Send 250 USDC');
  await expect(page.getByRole('region', { name: 'Payment' })).toHaveText(
    /Opens their token account\s*−0\.00203928 test SOL\s*Network fee.*Left after\s*750 USDC$/s,
  );
});

test('real money is marked in red, and a test in amber', async ({ page }) => {
  const requests = [createSendRequest([createPayment(SOL)])];
  await openApprovals(page, site, []);
  await showRequests(page, requests, { isTest: false });
  await expect(page.getByText('Real money')).toHaveCSS('background-color', 'rgb(176, 38, 28)');
  await expect(page.getByText('Test mode')).toHaveCount(0);
  await expect(getTitle(page)).toHaveText('Send 1 SOL');
  expect(await findInBothSchemes(page)).toEqual([]);
  await showRequests(page, requests);
  await expect(page.getByText('Test mode')).toBeVisible();
  await expect(page.getByText('Real money')).toHaveCount(0);
});

test('of 20 accounts the first are shown, and how many more there are', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApprovals(page, site, [createAuthorizeRequest(1, 20)]);
  await expect(page.getByRole('group', { name: 'Accounts to share, 1 of 20' })).toBeVisible();
  await expect(page.getByRole('checkbox').filter({ visible: true })).toHaveCount(4);
  const more = page.getByText('16 more accounts');
  await expect(more).toBeInViewport({ ratio: 1 });
  await more.press('Enter');
  await page.getByRole('checkbox', { name: 'Account 20' }).check();
  await more.press('Enter');
  await expect(page.getByText('16 more accounts, 1 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  const last = await page.getByTitle(/./).filter({ hasText: 'Account 20' }).getAttribute('title');
  await expectDecision(page, { approved: true, accounts: [MAIN, last ?? ''] });
});

test('the accounts that sign a message are named as such', async ({ page }) => {
  await openApprovals(page, site, [createMessagesRequest([Uint8Array.of(72)])]);
  await expect(page.getByText('Signed by')).toBeVisible();
});

test('the sheets of rights are accessible, and the keyboard alone approves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await openApprovals(page, site, []);
  const states = [
    createGiving([ALL]),
    createGiving([SOME]),
    createGiving([ALL, SOME, SOME, ALL]),
    createSwap(),
  ];
  for (const [index, summary] of states.entries()) {
    await showRequests(page, [createSendRequest([summary], index + 2)]);
    expect(await findInBothSchemes(page)).toEqual([]);
  }
  await showRequests(page, [createSendRequest([createGiving([ALL])])]);
  await expect(page.getByRole('region', { name: 'Let a stranger take all your USDC?' })).toBeFocused();
  for (const name of ['Details', 'Decline', 'Approve anyway']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toContainText(name);
  }
  await page.keyboard.press('Enter');
  await expectDecision(page, { approved: true });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the picture of a right is visible in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await openApprovals(page, site, [createSendRequest([createGiving([ALL])])]);
    expect(await getContrast(page.locator('.right-mark'))).toBeGreaterThan(3);
  });
}

test('with text of 200 %, no word of a title is broken, and no number is smaller than its unit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApprovals(page, site, []);
  await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
  const huge = createPayment(0n, {
    balanceChanges: [
      { address: MAIN, before: 2n ** 64n - 1n, after: SOL },
      { address: STRANGER, before: 0n, after: 2n ** 64n - 1n - SOL - 5_000n },
    ],
  });
  // Nothing of it is known.
  const unknown = createPayment(0n, { instructions: [], balanceChanges: [] });
  const rights = KINDS.map((kind) => createGiving([{ kind, over: SAVINGS, to: STRANGER }]));
  for (const [index, summary] of [huge, unknown, createSwap(), ...rights].entries()) {
    await showRequests(page, [createSendRequest([summary], index + 1)]);
    const { broken, isCut, sizes } = await getTitle(page).evaluate((title) => {
      const words = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (words.nextNode()) {
        const node = words.currentNode;
        for (const { index: start, 0: word } of (node.textContent ?? '').matchAll(/[^\s,]+/g)) {
          const range = document.createRange();
          range.setStart(node, start);
          range.setEnd(node, start + word.length);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
      const getSize = (name: string) => {
        const part = title.querySelector(name);
        return part ? Number.parseFloat(getComputedStyle(part).fontSize) : 0;
      };
      return {
        broken,
        isCut: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        sizes: { number: getSize('.total-number'), unit: getSize('.total-unit') },
      };
    });
    expect(broken).toEqual([]);
    expect(isCut).toBe(false);
    expect(sizes.number).toBeGreaterThanOrEqual(sizes.unit);
  }
});
