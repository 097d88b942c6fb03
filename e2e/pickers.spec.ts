import { ed25519 } from '@noble/curves/ed25519.js';
import { type BrowserContext, devices, expect } from '@playwright/test';
import { verifySignIn } from '@solana/wallet-standard-util';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { test } from '../mock/src/playwright.js';
import { approveAll, declineAll } from '../mock/src/wallet/approval.js';
import { useResource } from './bundle.js';
import { PUBLIC_KEY, SEED } from './interop/run.js';
import { ADDRESS, act, blockOtherSites, decode, expectSigned, watchErrors } from './pickers/app.js';
import type { Step } from './pickers/driver.js';
import { DRIVERS, LIBRARIES } from './pickers/drivers.js';
import { MESSAGE, SIGN_IN } from './pickers/shared/inputs.js';
import { servePicker } from './pickers/site.js';

// Drives published wallet pickers, used as their documentation says, with this package's wallet. Neither side
// has special cases for the other. `test/rules/README.md` lists what these pickers require.
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
const MACHINES = [
  { machine: 'Android', use: pixel, parameters: {} },
  { machine: 'a desktop', use: {}, parameters: { local: 'always' } },
] as const;
// Every test has a browser context and a wallet of its own.
test.describe.configure({ mode: 'parallel' });
const chain = createLiteSvmChain();
chain.airdrop(ADDRESS, 5_000_000_000n);

/** Returns a function that says how often the pages of a context have opened the wallet app. */
async function countLaunches(context: BrowserContext): Promise<() => number> {
  let launches = 0;
  await context.exposeBinding('noteLaunch', () => {
    launches++;
  });
  await context.addInitScript(() => {
    const { noteLaunch } = globalThis as unknown as { noteLaunch: () => void };
    navigation.addEventListener('navigate', ({ destination }) => {
      if (destination.url.startsWith('solana-wallet:')) noteLaunch();
    });
  });
  return () => launches;
}

for (const [name, driver] of Object.entries({ ...DRIVERS, ...LIBRARIES })) {
  test.describe(name, () => {
    const site = useResource(() => servePicker(driver.app ?? name, chain));

    // A second launch in one step is then possible only by another tap, for which a dialog asks.
    const launchConsumesActivation = (driver.launches?.connect?.count ?? 1) > 1;
    test.use({
      mockWalletOptions: { chain, accounts: [{ seed: SEED }] },
      mockWalletInstallOptions: { launchConsumesActivation },
    });

    for (const { machine, use, parameters } of MACHINES) {
      test.describe(() => {
        test.use(use);
        // On a desktop most do the same as on Android, and pickers-remote.spec.ts drives five of them there.
        const isExtra = machine === 'a desktop' && !driver.forgets;

        test(`${name} on ${machine}`, { tag: isExtra ? '@extra' : [] }, async ({
          context,
          page,
          mockWallet,
        }) => {
          const getLaunches = await countLaunches(context);
          const errors = watchErrors(page, driver.consoleErrors);
          await blockOtherSites(page);
          await driver.answer?.(page);
          const shown = page.getByTestId('address');

          const step = (title: string, launches: number, work: () => Promise<void>): Promise<void> =>
            test.step(title, async () => {
              const before = getLaunches();
              await work();
              expect(getLaunches() - before).toBe(launches);
            });
          /** How often a step must open the wallet app. */
          const expected = (name: Step): number => driver.launches?.[name]?.count ?? 1;

          await step('connects', expected('connect'), async () => {
            const query = new URLSearchParams({ ...parameters, ...driver.parameters });
            await page.goto(`${site.url}/?${query}`);
            await driver.connect(page);
            await expect(shown).toHaveText(ADDRESS);
          });

          await step('restores the connection after a reload', 0, async () => {
            await page.reload();
            if (driver.forgets?.[machine]) await driver.connect(page);
            await expect(shown).toHaveText(ADDRESS);
          });

          await step('signs a transaction', 1, async () => {
            const { signed, ...rest } = await act(page, 'Sign one');
            expect(rest).toEqual({ action: 'sign-one' });
            expectSigned(signed, 1);
          });

          await step('signs two transactions', expected('sign-two'), async () => {
            const { signed, ...rest } = await act(page, 'Sign two');
            expect(rest).toEqual({ action: 'sign-two' });
            expectSigned(signed, 2);
          });

          for (const label of driver.submits ? ['Send', 'Submit'] : ['Send']) {
            await step(`${label}s a transaction, and has it confirmed`, expected('send'), async () => {
              const { signature, ...rest } = await act(page, label);
              expect(rest).toEqual({ action: label.toLowerCase() });
              const statuses = await chain.rpc('getSignatureStatuses', [[signature]]);
              expect(statuses).toMatchObject({ value: [{ err: null }] });
            });
          }

          await step('signs a message', expected('sign-message'), async () => {
            const { message, signature, ...rest } = await act(page, 'Sign message');
            expect(rest).toEqual({ action: 'sign-message', address: ADDRESS });
            expect(Buffer.from(message, 'base64').toString()).toBe(MESSAGE);
            expect(ed25519.verify(decode(signature), decode(message), PUBLIC_KEY)).toBe(true);
          });

          if (!driver.cannot?.['sign-in']) {
            await step('signs in', 1, async () => {
              const { account, signedMessage, signature, ...rest } = await act(page, 'Sign in');
              expect(rest).toEqual({ action: 'sign-in' });
              const output = {
                account: { ...account, publicKey: PUBLIC_KEY, chains: [], features: [] },
                signedMessage: decode(signedMessage),
                signature: decode(signature),
              };
              expect(account.address).toBe(ADDRESS);
              expect(verifySignIn({ ...SIGN_IN, domain: new URL(site.url).host }, output)).toBe(true);
            });
          }

          await step('shows a refusal', expected('refuse'), async () => {
            mockWallet.approveWith(declineAll);
            const { action, error, code } = await act(page, 'Sign message');
            expect(action).toBe('sign-message');
            expect(error).toContain(driver.refusal);
            if (driver.keepsError) expect(code).toBe('USER_REJECTED');
          });

          await step('disconnects', 0, async () => {
            await driver.disconnect(page);
            if (driver.keepsShowing?.[machine]) await page.reload();
            await expect(shown).toHaveCount(0);
          });

          // If the picker had restored the connection, it would not offer the wallet.
          await step('is asked anew after a reload', expected('connect'), async () => {
            mockWallet.approveWith(approveAll);
            await page.reload();
            await driver.connect(page);
            await expect(shown).toHaveText(ADDRESS);
          });

          expect(errors).toEqual([]);
        });
      });
    }
  });
}
