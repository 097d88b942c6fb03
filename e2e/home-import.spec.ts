import { expect, type Page, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { getCommands, openMenu, openScreen, serveHome } from './home/open.js';
import { MAIN } from './home/sample.js';

/** The secret key of RFC 8032, section 7.1, test 2: a seed and its public key. */
const SEED_HEX = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb';
const KEY = Uint8Array.from(
  Buffer.from(`${SEED_HEX}3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c`, 'hex'),
);
const KEY_FILE = JSON.stringify([...KEY]);
const ADDRESS = '586Z7H2vpX9qNhN2T4e9Utugie3ogjbxzGaMtM3E6HR5';

const site = useResource(serveHome);

async function openForm(page: Page): Promise<void> {
  await openScreen(page, site, 'Accounts');
  await openMenu(page);
  await page.getByRole('button', { name: 'Import an account' }).click();
}

async function expectImported(page: Page, label: string | undefined): Promise<void> {
  // It is the chosen one.
  await expect(page.getByTitle(ADDRESS)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await getCommands(page)).toEqual([
    { type: 'add-account', seed: new Uint8Array(KEY.slice(0, 32)), ...(label !== undefined && { label }) },
  ]);
}

test('a pasted key is imported, with a name', async ({ page }) => {
  await openForm(page);
  await page.getByLabel('Secret key or seed').fill(SEED_HEX);
  await page.getByLabel('Name', { exact: true }).fill('Test 2');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expectImported(page, 'Test 2');
});

test('a key file is chosen', async ({ page }) => {
  await openForm(page);
  const file = { name: 'payer.json', mimeType: 'application/json', buffer: Buffer.from(KEY_FILE) };
  await page.getByLabel('Choose a key file').setInputFiles(file);
  await expectImported(page, 'payer');
});

for (const event of ['drop', 'paste'] as const) {
  test(`a key file comes by ${event}`, async ({ page }) => {
    if (event === 'paste') await openForm(page);
    else await openScreen(page, site, 'Accounts');
    const transfer = await page.evaluateHandle((json) => {
      const data = new DataTransfer();
      data.items.add(new File([json], 'payer.json'));
      return data;
    }, KEY_FILE);
    if (event === 'drop') {
      await page.getByRole('region', { name: 'Main' }).dispatchEvent('drop', { dataTransfer: transfer });
    } else {
      const key = page.getByLabel('Secret key or seed');
      await key.evaluate(
        (element, clipboardData) => element.dispatchEvent(new ClipboardEvent('paste', { clipboardData })),
        transfer,
      );
    }
    await expectImported(page, 'payer');
  });
}

test('what cannot be imported is explained in the form, and nothing is lost', async ({ page }) => {
  await openForm(page);
  const key = page.getByLabel('Secret key or seed');
  const reason = page.getByRole('form', { name: 'Import an account' }).getByRole('alert');
  const tryKey = async (text: string, expected: string): Promise<void> => {
    await key.fill(text);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(reason).toContainText(expected);
    await expect(key).toHaveValue(text);
  };
  await tryKey('', 'Paste a secret key');
  await tryKey('[1,2,3]', 'This has 3 bytes.');
  await tryKey(
    JSON.stringify([...KEY.slice(0, 63), 0]),
    'its public half does not belong to its secret half',
  );
  await tryKey(MAIN, 'This is the address of Main, not its secret key.');
  await tryKey(Array(12).fill('abandon').join(' '), 'recovery phrase');
  await page
    .getByLabel('Choose a key file')
    .setInputFiles({ name: 'movie.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(20_000) });
  await expect(reason).toHaveText('movie.mp4 is too large for a key file.');
  expect(await getCommands(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
});
