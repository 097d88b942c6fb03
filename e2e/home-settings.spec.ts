import { expect, type Page, test } from '@playwright/test';
import { REFERENCE_QUIRKS } from '../mock/src/wallet/quirks.js';
import { DEFAULT_SETTINGS } from '../mock/src/wallet/settings.js';
import { useResource } from './bundle.js';
import { getCommands, openScreen, refuseNext, serveHome, unfoldSettings } from './home/open.js';

const site = useResource(serveHome);

async function openSettings(page: Page): Promise<void> {
  await openScreen(page, site, 'Settings');
  await unfoldSettings(page);
}

async function expectChanges(page: Page, ...changes: readonly object[]): Promise<void> {
  await expect
    .poll(() => getCommands(page))
    .toEqual(changes.map((each) => ({ type: 'change-settings', changes: each })));
}

test('answers, delay, fault, protocol, attestation and phone are changed', async ({ page }) => {
  await openSettings(page);
  await page.getByLabel('Approve everything').check();
  await page.getByLabel('Wait before each answer').fill('1.5');
  await page.getByLabel('Wait before each answer').blur();
  await page.getByLabel('A fault in each reply').selectOption({ index: 1 });
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('1.x (legacy)');
  await page.getByLabel('Attestation').selectOption('demanded, and refused');
  await page.getByLabel('an iPhone').check();
  await expectChanges(
    page,
    { decide: 'approve' },
    { delayMs: 1_500 },
    { fault: 'wrong-id' },
    { protocol: 'legacy' },
    { attestation: 'refuse' },
    { phone: 'iphone' },
  );
});

test('limits, versions, features and chains are changed, each on its own', async ({ page }) => {
  await openSettings(page);
  const { capabilities } = DEFAULT_SETTINGS;
  await page.getByLabel('Transactions per request').fill('3');
  await page.getByLabel('Transactions per request').press('Enter');
  await page.getByRole('group', { name: 'Transaction versions' }).getByLabel('legacy').uncheck();
  await page.getByRole('checkbox', { name: 'clone_authorization' }).check();
  await page.getByLabel('Any chain').uncheck();
  await page.getByLabel('Mainnet').uncheck();
  const limited = { ...capabilities, maxTransactionsPerRequest: 3 };
  const versioned = { ...limited, supportedTransactionVersions: [0, 1] };
  const all = ['solana:mainnet', 'solana:testnet', 'solana:devnet', 'solana:localnet'];
  await expectChanges(
    page,
    { capabilities: limited },
    { capabilities: versioned },
    { capabilities: { ...versioned, features: [...capabilities.features, 'solana:cloneAuthorization'] } },
    { chains: all },
    { chains: all.slice(1) },
  );
});

test('a quirk is found by a word, says what it means, and is set back', async ({ page }) => {
  await openSettings(page);
  const quirks = page.getByRole('region', { name: 'Quirks' });
  await quirks.getByLabel('Find a quirk').fill('min_context');
  await expect(quirks.getByRole('checkbox')).toHaveCount(1);
  await expect(quirks).toContainText('sign_and_send_transactions is answered without it.');
  await quirks.getByRole('checkbox').check();
  await expect(quirks).toContainText('without it is neither shown nor answered.');
  await expect(quirks).toContainText('1 differ from the reference wallet.');
  await quirks.getByRole('button', { name: 'As the reference wallet' }).click();
  await expect(quirks.getByRole('checkbox')).not.toBeChecked();
  await expectChanges(
    page,
    { quirks: { ...REFERENCE_QUIRKS, silentWithoutMinContextSlot: true } },
    { quirks: REFERENCE_QUIRKS },
  );
});

test('a value that cannot be is explained at its field, and the field shows what counts', async ({
  page,
}) => {
  await openSettings(page);
  const delay = page.getByLabel('Wait before each answer');
  await expect(delay).toHaveAccessibleName('Wait before each answer, in seconds');
  await delay.fill('-1');
  await delay.press('Enter');
  await expect(page.getByText('Write a number, 0 or more.')).toBeVisible();
  await expect(delay).toHaveValue('0');
  await refuseNext(page, 'Not while a session is open.');
  await page.getByRole('combobox', { name: 'Protocol' }).selectOption('1.x (legacy)');
  await expect(page.getByText('Not while a session is open.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Protocol' })).toHaveValue('0');
});

test('settings, and the whole wallet, are reset once confirmed', async ({ page }) => {
  await openSettings(page);
  await page.getByLabel('Decline everything').check();
  await page.getByRole('button', { name: 'Reset settings' }).click();
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(page.getByLabel('Ask me')).toBeChecked();
  await page.getByRole('button', { name: 'Reset wallet and chain' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Reset wallet and chain' }).click();
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await expect
    .poll(() => getCommands(page))
    .toEqual([
      { type: 'change-settings', changes: { decide: 'decline' } },
      { type: 'reset-settings' },
      { type: 'reset' },
    ]);
});
