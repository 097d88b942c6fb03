import { expect } from '@playwright/test';
import { ALLOWED, BLOCKED, CONNECTED, EXPLAINED, test } from './permission/dapp.js';

// On a public origin, from which only the granted permission opens loopback.
for (const [permissionState, title, button] of [
  ['prompt', EXPLAINED, 'Continue'],
  ['denied', BLOCKED, 'Try anyway'],
] as const) {
  test.describe(`where the mock wallet plays that the permission is “${permissionState}”`, () => {
    test.use({ mockWalletInstallOptions: { permissionState } });

    test('the wallet app can be opened, and then nothing is asked', async ({ page, dapp }) => {
      await dapp.open();
      expect(await dapp.evaluate('queryPermission()')).toEqual({ state: permissionState });
      await dapp.button.click();
      await expect(dapp.dialog).toHaveAccessibleName(title);
      await dapp.dialog.getByRole('button', { name: button }).click();
      if (permissionState === 'prompt') {
        await expect(dapp.dialog).not.toHaveAccessibleName(ALLOWED);
        await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
      }
      expect(await dapp.evaluate('outcome')).toMatchObject({ accounts: 1, launches: 1 });
      await page.reload();
      await page.getByRole('button', { name: 'Sign' }).click();
      const { launches, progress } = CONNECTED;
      expect(await dapp.evaluate('outcome')).toEqual({ signature: 64, launches, progress });
    });
  });
}
