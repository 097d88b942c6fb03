import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from '@playwright/test';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { createReflector, type OpenAssociation, openAssociation } from '../mock/src/server.js';
import { createMockWallet } from '../mock/src/wallet/mock-wallet.js';
import { useResource } from './bundle.js';
import { PUBLIC_KEY, SEED } from './interop/run.js';
import {
  ADDRESS,
  act,
  blockOtherSites,
  decode,
  expectSigned,
  press,
  readOutcome,
  watchErrors,
} from './pickers/app.js';
import { DRIVERS } from './pickers/drivers.js';
import { MESSAGE } from './pickers/shared/inputs.js';
import { servePicker } from './pickers/site.js';
import { scanCode } from './scan-code.js';

// Drives published wallet pickers on a desktop, with this package's wallet for a wallet app on another
// device. As in pickers.spec.ts, neither side has special cases for the other.
const DIALOG = 'mobile-wallet-dialog';

const chain = createLiteSvmChain();
chain.airdrop(ADDRESS, 5_000_000_000n);

for (const [name, driver] of Object.entries(DRIVERS)) {
  test.describe(name, () => {
    const opened: OpenAssociation[] = [];
    test.afterAll(() => Promise.all(opened.map(({ close }) => close())));
    const site = useResource(() => servePicker(name, chain));
    const reflector = useResource(createReflector);

    test(`${name} with a wallet on another device`, async ({ page }) => {
      const errors = watchErrors(page, driver.consoleErrors);
      await blockOtherSites(page);
      const shown = page.getByTestId('address');
      const mockWallet = await createMockWallet({ chain, accounts: [{ seed: SEED }] });
      const scan = async (): Promise<void> => {
        opened.push(await openAssociation(mockWallet, await scanCode(page)));
      };

      await test.step('connects by a code', async () => {
        await page.goto(`${site.url}/?reflector=${reflector.host}`);
        await driver.connect(page);
        await scan();
        await expect(shown).toHaveText(ADDRESS);
      });

      await test.step('signs without another code', async () => {
        const { signed, ...rest } = await act(page, 'Sign one');
        expect(rest).toEqual({ action: 'sign-one' });
        expectSigned(signed, 1);
        expect(opened).toHaveLength(1);
      });

      await test.step('restores the connection after a reload, without a code', async () => {
        await page.reload();
        await expect(shown).toHaveText(ADDRESS);
        await opened[0]?.ended;
        await expect(page.locator(DIALOG)).toHaveCount(0);
      });

      await test.step('signs a message by a new code', async () => {
        await press(page, 'Sign message');
        await scan();
        const { message, signature, ...rest } = await readOutcome(page);
        expect(rest).toEqual({ action: 'sign-message', address: ADDRESS });
        expect(Buffer.from(message, 'base64').toString()).toBe(MESSAGE);
        expect(ed25519.verify(decode(signature), decode(message), PUBLIC_KEY)).toBe(true);
      });

      await test.step('signs two transactions, and sends one, without another code', async () => {
        const { signed } = await act(page, 'Sign two');
        expectSigned(signed, 2);
        const { signature, ...rest } = await act(page, 'Send');
        expect(rest).toEqual({ action: 'send' });
        const statuses = await chain.rpc('getSignatureStatuses', [[signature]]);
        expect(statuses).toMatchObject({ value: [{ err: null }] });
        expect(opened).toHaveLength(2);
      });

      await test.step('disconnects, which ends the session', async () => {
        await driver.disconnect(page);
        await expect(shown).toHaveCount(0);
        await opened[1]?.ended;
      });

      expect(errors).toEqual([]);

      // Most of these apps do not catch the error, and the page reports it.
      await test.step('a cancelled code leaves the picker usable', async () => {
        await page.reload();
        await driver.connect(page);
        await scanCode(page);
        await page.keyboard.press('Escape');
        await expect(page.locator(DIALOG)).toHaveCount(0);
        await expect(shown).toHaveCount(0);
        await page.reload();
        await driver.connect(page);
        await scan();
        await expect(shown).toHaveText(ADDRESS);
      });

      expect(reflector.getStats()).toMatchObject({ halfOpen: 0, pairs: 1 });
    });
  });
}
