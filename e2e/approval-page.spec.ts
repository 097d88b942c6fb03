import { expect, type Page, test } from '@playwright/test';
import type { TransactionSummary } from '../mock/src/explain/chain.js';
import type { ApprovalRequest } from '../mock/src/wallet/approval.js';
import { encodeOffchainMessage } from '../src/protocol/offchain-message.js';
import { createSignInText } from '../src/protocol/sign-in-text.js';
import { decodeBase58 } from '../src/util/base58.js';
import { encodeBase64, encodeUtf8 } from '../src/util/bytes.js';
import { findInBothSchemes } from './accessibility.js';
import { expectDecision, getEvents, openApprovals, serveApprovals, showRequests } from './approvals/open.js';
import {
  createAuthorizeRequest,
  createInstruction,
  createMessagesRequest,
  createPayment,
  createSendRequest,
  createSignInRequest,
  createTokenTransfer,
  MAIN,
  MINT,
  NFT,
  STRANGER,
} from './approvals/states.js';
import { useResource } from './bundle.js';
import { getContrast, getTextContrast } from './contrast.js';

const SOL = 1_000_000_000n;

const site = useResource(serveApprovals);

/** The wire bytes of a transaction with one signature, one account, and no instruction. */
const TRANSACTION = Uint8Array.of(1, ...new Uint8Array(64), 1, 0, 0, 1, ...new Uint8Array(64), 0);

const FAILING: TransactionSummary = {
  ...createPayment(9n * SOL),
  balanceChanges: [],
  error: 'custom program error: 0x1',
  logs: ['Transfer: insufficient lamports 5999995000, need 9000000000'],
};

/** A batch whose second transaction needs what the first one has spent. */
const BATCH = createSendRequest([createPayment(4n * SOL), FAILING, createTokenTransfer()]);

test('before the first request is known, nothing can be approved or declined', async ({ page }) => {
  await openApprovals(page, site);
  await expect(page.getByRole('button', { name: 'Leave the wallet' })).toBeVisible();
  for (const name of ['Approve', 'Decline', 'Other answers']) {
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
  await showRequests(page, [createMessagesRequest([Uint8Array.of(72, 105)])]);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expectDecision(page, { approved: true });
});

test('a payment is its amount, from whom to whom, and the fee; all else is folded', async ({ page }) => {
  await openApprovals(page, site, [createSendRequest([createPayment(SOL / 100n)])]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send 0.01 test SOL');
  const payment = page.getByRole('region', { name: 'Payment' });
  await expect(payment).toHaveText(
    /Main 4wBq…Vigw\s*FjPj…qirj\s*Network fee\s*0\.000005 test SOL\s*Left after\s*9\.989995 test SOL/,
  );
  for (const text of ['Transfer SOL to FjPj…qirj', 'Compute units', 'Program log']) {
    await expect(page.getByText(text)).toBeHidden();
  }
  // Where the wallet cannot see which tokens move, it says what the transaction asks for.
  const { tokenChanges: _, ...unseen } = createPayment(SOL / 100n);
  await showRequests(page, [createSendRequest([unseen], 2)]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transfer SOL to FjPj…qirj?');
  await expect(page.getByText('This network cannot tell which tokens move.')).toBeVisible();
});

test('tokens and NFTs that leave come first, with the address of their mints', async ({ page }) => {
  await openApprovals(page, site, [createSendRequest([createTokenTransfer()])]);
  const changes = page.locator('.changes > li');
  await expect(changes.nth(0).locator('.amount')).toHaveText([
    /^−1 NFT\s*Ape #12 CKfa…CWxo\s*nothing left$/,
    /^−250 Gold\s*Gold 7xKX…gAsU\s*750 left$/,
  ]);
  await expect(changes.nth(0)).toContainText('Main');
  await expect(changes.nth(1).locator('.amount')).toHaveText([/\+1 NFT/, /\+250 Gold/]);
  await expect(page.getByTitle(`From 1,000 to 750 of ${MINT}`)).toBeVisible();
  await expect(page.getByTitle(`From 1 to 0 of ${NFT}`)).toBeVisible();
});

test('the sum of several transactions comes first, and each is folded below', async ({ page }) => {
  const request = createSendRequest([createPayment(2n * SOL), createPayment(SOL), createTokenTransfer()]);
  await openApprovals(page, site, [request]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Approve 3 payments');
  const sum = page.getByRole('region', { name: 'Expected changes, all together' });
  await expect(sum.locator('.is-own .amount')).toHaveText([
    /−1 NFT/,
    /−250 Gold/,
    /−3 test SOL\s*6\.999965 left/,
  ]);
  const second = page.getByRole('group').filter({ hasText: 'Transaction 2 of 3' });
  await expect(second.getByText('Network fee')).toBeHidden();
  await expect(second).toContainText('−1 test SOL');
  await second.getByText('Transaction 2 of 3').click();
  await expect(second.getByText('Network fee')).toBeVisible();
});

test('a later transaction that fails once the earlier are sent is warned of', async ({ page }) => {
  await openApprovals(page, site, [BATCH]);
  await expect(
    page.getByText('Transaction 2 of 3 would fail once the one before it is sent. 9 test SOL would be taken'),
  ).toBeVisible();
  await expect(page.getByText('The others would still be carried out.')).toBeVisible();
  const sum = page.getByRole('region', { name: 'Expected changes, all together' });
  await expect(sum).toContainText('Without the one that would fail.');
  await expect(sum.locator('.is-own .amount').last()).toHaveText(/^−4 test SOL/);
  await expect(page.getByRole('button', { name: 'Approve anyway' })).toBeVisible();
});

test('what a program calls, its arguments, and the roles of its accounts can be seen', async ({ page }) => {
  await openApprovals(page, site, [createSendRequest([createTokenTransfer()])]);
  await expect(page.getByText('Makes 1 call')).toBeHidden();
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('250000000')).toBeVisible();
  await page.getByText('Makes 1 call').click();
  await expect(page.getByText('Transfer 0.001 SOL to FjPj…qirj')).toBeVisible();
  await page.getByText('Accounts and data').first().click();
  const roles = page.locator('.full-addresses li').filter({ visible: true });
  await expect(roles).toHaveText([`${MAIN} Main signs may change`, `${STRANGER} may change`]);
  await expect(page.getByText('Priority fee')).toBeVisible();
  await expect(page.getByText('Compute units')).toBeVisible();
});

const signIn = { domain: 'example.com', address: MAIN };
const danger = (text: string) => ({ code: 'x', level: 'danger', text, signers: [MAIN] }) as const;

test('an off-chain message is its text and its signers, and its bytes on demand', async ({ page }) => {
  const addresses = [MAIN, STRANGER].map((address) => encodeBase64(decodeBase58(address)));
  const message = encodeOffchainMessage({ text: 'I agree to the terms.', addresses });
  await openApprovals(page, site, [createMessagesRequest([message])]);
  await expect(page.getByRole('heading', { name: 'Off-chain message' })).toBeVisible();
  await expect(page.getByLabel('Off-chain message', { exact: true })).toHaveText('I agree to the terms.');
  await expect(page.getByText('Has to be signed by')).toBeVisible();
  for (const text of ['Main', 'FjPj…qirj']) await expect(page.getByText(text).first()).toBeVisible();
  await page.getByRole('button', { name: 'Hex' }).click();
  await expect(page.getByText(/^ff 73 6f 6c/)).toBeVisible();
  await expect(page.locator('.warning')).toHaveCount(0);
});

test('a message that is a sign-in asks as a sign-in does, in any format', async ({ page }) => {
  const text = createSignInText({ ...signIn, nonce: 'abcdefgh' });
  const addresses = [encodeBase64(decodeBase58(MAIN))];
  const message = encodeOffchainMessage({ text, addresses });
  await openApprovals(page, site, [createMessagesRequest([message])]);
  await expect(page.getByRole('heading', { name: 'Sign in to this app?' })).toBeVisible();
  await expect(page.getByLabel('Text to sign', { exact: true })).toContainText('Nonce: abcdefgh');
  await expect(page.getByText('Off-chain message, version 1')).toBeVisible();
  await expect(page.locator('.warning')).toHaveCount(0);
  await showRequests(page, [createMessagesRequest([encodeUtf8(text)], 2)]);
  await expect(page.getByRole('heading', { name: 'Sign in to this app?' })).toBeVisible();
  await expect(page.getByText('Off-chain message')).toHaveCount(0);
  await showRequests(page, [createMessagesRequest([message, encodeUtf8('Hello')], 3)]);
  await expect(page.getByRole('heading', { name: 'Sign 2 messages?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Text to sign 1 of 2' })).toBeVisible();
});

const WARNINGS: readonly (readonly [name: string, request: ApprovalRequest, text: RegExp])[] = [
  [
    'an instruction',
    createSendRequest([
      createPayment(0n, {
        instructions: [createInstruction({ warnings: [danger('This may spend all your tokens.')] })],
      }),
    ]),
    /^Danger\. This may spend all your tokens\.$/,
  ],
  [
    'an instruction that another one calls, in one of several transactions',
    createSendRequest([
      createPayment(SOL),
      createPayment(0n, {
        instructions: [
          createInstruction({
            inner: [createInstruction({ warnings: [danger('This changes an owner.')] })],
          }),
        ],
      }),
    ]),
    /^Danger\. Transaction 2: This changes an owner\.$/,
  ],
  [
    'an account that is emptied',
    createSendRequest([createPayment(10n * SOL - 5_000n)]),
    /^Danger\. This takes all SOL/,
  ],
  [
    'a large priority fee',
    createSendRequest([createPayment(0n, { priorityFee: SOL / 10n })]),
    /^Careful\. This pays the network 0.1 SOL to be faster/,
  ],
  [
    'a message that is a transaction',
    createMessagesRequest([TRANSACTION]),
    /^Danger\. This message is a transaction\. .* “Signs transactions as messages”\.$/,
  ],
  [
    'a sign-in for another domain',
    createSignInRequest({ ...signIn, domain: 'evil.example' }),
    /^Danger\. .*evil\.example/,
  ],
  [
    'a sign-in for another domain, in an off-chain message',
    createMessagesRequest([
      encodeOffchainMessage({
        text: createSignInText({ ...signIn, domain: 'evil.example' }),
        addresses: [encodeBase64(decodeBase58(MAIN))],
      }),
    ]),
    /^Danger\. .*evil\.example/,
  ],
  [
    'a sign-in for another network',
    createSignInRequest({ ...signIn, chainId: 'mainnet' }),
    /^Careful\. .*mainnet/,
  ],
  [
    'a sign-in that has expired',
    createSignInRequest({ ...signIn, expirationTime: '2020-01-01T00:00:00Z' }),
    /^Careful\. This sign-in expired/,
  ],
  [
    'a sign-in that is not valid yet',
    createSignInRequest({ ...signIn, notBefore: '2999-01-01T00:00:00Z' }),
    /^Careful\. This sign-in is not valid before/,
  ],
  [
    'a sign-in for another account',
    createSignInRequest({ ...signIn, address: STRANGER }),
    /^Danger\. .*account/,
  ],
];

test('the page warns of what is dangerous, and asks for care', async ({ page }) => {
  await openApprovals(page, site);
  for (const [index, [name, request, text]] of WARNINGS.entries()) {
    await test.step(name, async () => {
      await showRequests(page, [{ ...request, id: index + 1 }]);
      await expect(page.locator('.warning').filter({ hasText: text })).toBeInViewport();
      const isDanger = text.source.startsWith('^Danger');
      await expect(page.getByRole('button', { name: 'Approve' })).toHaveAccessibleName(
        isDanger ? 'Approve anyway' : 'Approve',
      );
    });
  }
});

test('ordinary requests have no warning', async ({ page }) => {
  await openApprovals(page, site, []);
  const requests = [
    createSendRequest([createPayment(SOL), createTokenTransfer()], 2),
    createSignInRequest(signIn, 3),
    createMessagesRequest([new TextEncoder().encode('Hello')], 4),
    createAuthorizeRequest(5),
  ];
  for (const request of requests) {
    await showRequests(page, [request]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.warning')).toHaveCount(0);
  }
});

/** Presses Tab until the focus is on an element with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    const found = await focused.evaluate(
      (element) => element.ariaLabel ?? (element.closest('label') ?? element).textContent,
    );
    if (found?.includes(name)) return;
  }
  throw new Error(`The keyboard does not reach ${name}`);
}

test('the keyboard alone opens a transaction, gives another answer, and goes back', async ({ page }) => {
  await openApprovals(page, site, [BATCH]);
  await tabTo(page, 'Transaction 2 of 3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Error and program log')).toBeVisible();
  await tabTo(page, 'Other answers');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Other answers' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Other answers' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  // A group of radio buttons is one stop of the Tab key, and arrows choose in it.
  await tabTo(page, 'Approve');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Not all sent' })).toBeChecked();
  await tabTo(page, 'Transaction 1');
  await page.keyboard.press('Space');
  await tabTo(page, 'seconds');
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await getEvents(page)).toEqual([
    { id: 1, instead: { type: 'not-submitted', indexes: [1, 2] }, afterMs: 1_500 },
  ]);
});

/** What is shown as soon as the keys that answer count. */
const getKeyHint = (page: Page) => page.getByText('Esc', { exact: true });
const waitForKeys = (page: Page) => expect(getKeyHint(page)).toBeVisible();

test('one chord approves, and Escape declines, wherever the focus is', async ({ page }) => {
  await openApprovals(page, site, [createAuthorizeRequest()]);
  await waitForKeys(page);
  await page.keyboard.press('Control+Enter');
  await showRequests(page, [createSendRequest([createPayment(SOL)], 2)]);
  await tabTo(page, 'Details');
  await waitForKeys(page);
  await page.keyboard.press('Escape');
  await showRequests(page, [createMessagesRequest([Uint8Array.of(72)], 3)]);
  await tabTo(page, 'Decline');
  await waitForKeys(page);
  await page.keyboard.press('Meta+Enter');
  await page.keyboard.press('Meta+Enter');
  await page.keyboard.press('Escape');
  expect(await getEvents(page)).toEqual([
    { id: 1, approved: true, accounts: [MAIN] },
    { id: 2, approved: false },
    { id: 3, approved: true },
  ]);
});

test('keys that come before a request could be read answer nothing', async ({ page }) => {
  await openApprovals(page, site, []);
  let id = 0;
  // On a busy machine, the keys may come late. Then the next request tells.
  await expect(async () => {
    const { length } = await getEvents(page);
    await showRequests(page, [createAuthorizeRequest(++id)]);
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Approve' }).focus();
    await page.keyboard.press('Control+Enter');
    await expect(getKeyHint(page)).toBeHidden({ timeout: 1 });
    expect(await getEvents(page)).toHaveLength(length);
  }).toPass();
});

test('keys that were meant for something else answer nothing', async ({ page }) => {
  await openApprovals(page, site, []);
  await test.step('pressed before the request, and still', async () => {
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await showRequests(page, [createAuthorizeRequest()]);
    await waitForKeys(page);
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
  });
  await test.step('for the other answers', async () => {
    await tabTo(page, 'Other answers');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('without an account to share', async () => {
    await page.getByRole('checkbox', { name: 'Main' }).uncheck();
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Choose at least one account.')).toBeVisible();
  });
  expect(await getEvents(page)).toEqual([]);
});

test('the focus is not lost when nothing waits any more, nor with the next request', async ({ page }) => {
  await openApprovals(page, site, [createAuthorizeRequest()]);
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  await showRequests(page, []);
  await expect(page.getByRole('status').filter({ hasText: 'Waiting for the dapp' })).toBeFocused();
  await showRequests(page, [createMessagesRequest([Uint8Array.of(72)], 2)]);
  await expect(page.getByRole('region', { name: 'Sign this message?' })).toBeFocused();
});

test('all states are accessible', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openApprovals(page, site, []);
  const states = [
    [],
    [createAuthorizeRequest(2)],
    [createSignInRequest({ ...signIn, domain: 'evil.example' }, 3)],
    [createMessagesRequest([new TextEncoder().encode('Hello\u202e'), Uint8Array.of(255)], 4)],
    [{ ...BATCH, id: 5 }, createSendRequest([createPayment(SOL)], 6)],
  ];
  for (const requests of states) {
    await showRequests(page, requests);
    for (const details of await page.locator('details').all()) {
      await details.evaluate((element: HTMLDetailsElement) => {
        element.open = true;
      });
    }
    expect(await findInBothSchemes(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Other answers' }).press('Enter');
  for (const name of ['Not all sent', 'Another error', 'Faulty reply']) {
    await page.getByRole('radio', { name }).check();
    expect(await findInBothSchemes(page)).toEqual([]);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`warnings, marks and other answers are visible in forced colours, ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await openApprovals(page, site, [BATCH]);
    await page.getByText('Transaction 3 of 3').click();
    await page.getByText('Accounts and data').filter({ visible: true }).last().click();
    for (const element of [
      page.locator('.warning').first(),
      page.locator('.mark').filter({ visible: true }).first(),
    ]) {
      expect(await getTextContrast(element)).toBeGreaterThan(4.5);
      expect(await getContrast(element)).toBeGreaterThan(4.5);
      await expect(element).toHaveCSS('border-top-style', 'solid');
    }
    expect(await getContrast(page.getByRole('button', { name: 'Other answers' }), 8)).toBeGreaterThan(4.5);
    await page.getByRole('button', { name: 'Other answers' }).press('Enter');
    for (const name of ['Back', 'Answer']) {
      expect(await getContrast(page.getByRole('button', { name, exact: true }), 8), name).toBeGreaterThan(
        4.5,
      );
    }
  });
}

test('at a width of 320 pixels, as at 200 %, nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 512 });
  await openApprovals(page, site, [BATCH]);
  const isTooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await isTooWide()).toBe(false);
  await page.getByRole('button', { name: 'Other answers' }).press('Enter');
  expect(await isTooWide()).toBe(false);
  const answer = page.getByRole('button', { name: 'Answer', exact: true });
  await expect(answer).toBeInViewport({ ratio: 1 });
  // What the answer asks for is scrolled into view with it.
  await page.getByRole('radio', { name: 'Faulty reply' }).check();
  await expect(page.getByRole('combobox')).toBeInViewport({ ratio: 1 });
});

test('on a phone at 200 %, no word of a button is broken, and the wallet can be left', async ({ page }) => {
  await page.setViewportSize({ width: 195, height: 422 });
  for (const request of [createAuthorizeRequest(), BATCH]) {
    await openApprovals(page, site, [request]);
    for (const name of ['Decline', 'Approve']) {
      const button = page.getByRole('button', { name });
      const { label, ...words } = await button.evaluate(({ firstChild, scrollWidth, clientWidth }) => {
        const range = document.createRange();
        range.selectNodeContents(firstChild ?? document);
        const isCut = scrollWidth > clientWidth;
        return { label: firstChild?.textContent ?? '', lines: range.getClientRects().length, isCut };
      });
      expect(words, label).toEqual({ lines: label.split(' ').length, isCut: false });
    }
    const leave = await page.getByRole('button', { name: 'Leave the wallet' }).boundingBox();
    expect(leave?.width).toBe(44);
  }
});

test('the facts of a folded transaction stand as those of a single one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApprovals(page, site, [BATCH]);
  const folded = page.locator('.folded').first();
  await folded.locator('> summary').click();
  const row = folded.locator('> .facts > div').first();
  const [name, value] = await Promise.all([row.locator('dt').boundingBox(), row.locator('dd').boundingBox()]);
  expect(value?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
});
