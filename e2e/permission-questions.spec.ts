import { expect, type Page } from '@playwright/test';
import { ALLOWED, BLOCKED, CONNECTED, type Dapp, EXPLAINED, test } from './permission/dapp.js';
import { catchQuestions } from './permission/questions.js';

const CONNECTED_AFTER_QUESTION = {
  ...CONNECTED,
  progress: 'preparing permission launching connecting waiting',
};
const getFailure = (code: string): object => ({ code, launches: 0, progress: 'preparing permission idle' });

const ASKING = 'Your browser is asking';

test.describe('with dialogs', () => {
  test.beforeEach(async ({ dapp }) => {
    await dapp.setPermission('prompt');
    await dapp.open();
    await dapp.button.click();
    await expect(dapp.dialog).toContainText(EXPLAINED);
  });

  for (const behaviour of ['waits', 'fails at once'] as const) {
    test.describe(`if the request that makes the browser ask ${behaviour}`, () => {
      test('the browser asks after a tap, and the next tap opens the wallet app', async ({
        page,
        dapp,
        mockWallet,
      }) => {
        const questions = await catchQuestions(page, dapp, behaviour);
        expect(questions.count()).toBe(0);
        await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
        const answer = await questions.asked();
        await expect(dapp.dialog).toContainText(ASKING);
        await answer('granted');
        const open = dapp.dialog.getByRole('button', { name: 'Open wallet' });
        await expect(open).toBeVisible();
        expect(await dapp.evaluate('getProgress()')).toEqual({
          launches: 0,
          progress: 'preparing permission',
        });
        expect(mockWallet.asked).toEqual([]);
        await open.click();
        expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
        expect(questions.count()).toBe(1);
        await expect(dapp.dialog).toHaveCount(0);
      });
    });
  }

  // Once the user has decided, it no longer matters how the request behaved.
  test('denied: the dialog says how to unblock it', async ({ page, dapp }) => {
    const questions = await catchQuestions(page, dapp, 'waits');
    await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
    await (await questions.asked())('denied');
    await expect(dapp.dialog).toContainText(BLOCKED);
    await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(getFailure('LOOPBACK_BLOCKED'));
    await expect(dapp.dialog).toHaveCount(0);
  });

  test('denied, then allowed in the browser: the wallet app opens in the next tap', async ({
    page,
    dapp,
  }) => {
    const questions = await catchQuestions(page, dapp, 'waits');
    await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
    await (await questions.asked())('denied');
    await expect(dapp.dialog).toContainText(BLOCKED);
    await dapp.setPermission('granted');
    await expect(dapp.dialog).toContainText(ALLOWED);
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
  });

  test('allowed in the browser before it asks: the wallet app opens in the next tap', async ({ dapp }) => {
    await dapp.setPermission('granted');
    await expect(dapp.dialog).toContainText(ALLOWED);
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
  });

  test('cancelled while the browser asks: a late answer opens nothing', async ({
    page,
    dapp,
    mockWallet,
  }) => {
    const questions = await catchQuestions(page, dapp, 'waits');
    await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
    const answer = await questions.asked();
    await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(getFailure('USER_CANCELLED'));
    await answer('granted');
    await expect(dapp.dialog).toHaveCount(0);
    // The next tap finds the permission granted. Only this tap opens the wallet app.
    expect(await dapp.connect()).toEqual(CONNECTED);
    expect(mockWallet.asked).toHaveLength(1);
  });
});

test.describe('without dialogs', () => {
  test.beforeEach(async ({ dapp }) => {
    await dapp.setPermission('prompt');
    await dapp.open({ withDialogs: false });
  });

  test('granted while user activation lasts: the wallet app opens', async ({ page, dapp }) => {
    const questions = await catchQuestions(page, dapp, 'fails at once');
    await dapp.button.click();
    const answer = await questions.asked();
    expect(await dapp.evaluate('getProgress()')).toEqual({ launches: 0, progress: 'preparing permission' });
    await answer('granted');
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
  });

  test('granted after user activation has expired: the next tap opens the wallet app', async ({
    page,
    dapp,
  }) => {
    const questions = await catchQuestions(page, dapp, 'waits');
    await dapp.button.click();
    const answer = await questions.asked();
    await dapp.useUpActivation();
    await answer('granted');
    expect(await dapp.evaluate('outcome')).toEqual({
      ...getFailure('USER_GESTURE_REQUIRED'),
      progress: 'preparing permission launching idle',
    });
    expect(await dapp.connect()).toEqual(CONNECTED);
    expect(questions.count()).toBe(1);
  });

  test('denied: an error', async ({ page, dapp }) => {
    const questions = await catchQuestions(page, dapp, 'fails at once');
    await dapp.button.click();
    await (await questions.asked())('denied');
    expect(await dapp.evaluate('outcome')).toEqual(getFailure('LOOPBACK_BLOCKED'));
  });
});

test.describe('without a tap', () => {
  const NOTHING_DONE = { code: 'USER_GESTURE_REQUIRED', launches: 0, progress: '' };

  for (const permission of ['prompt', 'denied'] as const) {
    test(`a connect with dialogs shows nothing if the permission is ${permission}`, async ({ dapp }) => {
      await dapp.setPermission(permission);
      await dapp.open();
      await dapp.clickByScript();
      expect(await dapp.evaluate('outcome')).toEqual(NOTHING_DONE);
      await expect(dapp.dialog).toHaveCount(0);
      // The first tap behaves as if the call before it had not been made.
      await dapp.button.click();
      await expect(dapp.dialog).toContainText(permission === 'prompt' ? EXPLAINED : BLOCKED);
    });
  }

  test('a connect without dialogs does not make the browser ask, but the first tap does', async ({
    page,
    dapp,
  }) => {
    await dapp.setPermission('prompt');
    await dapp.open({ withDialogs: false });
    const questions = await catchQuestions(page, dapp, 'waits');
    await dapp.clickByScript();
    expect(await dapp.evaluate('outcome')).toEqual(NOTHING_DONE);
    expect(questions.count()).toBe(0);
    await dapp.button.click();
    await (await questions.asked())('granted');
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
  });

  test('a connect asks even without a tap if the dapp has its own launch', async ({ dapp }) => {
    await dapp.setPermission('prompt');
    await dapp.open({ hasLaunch: true });
    await dapp.clickByScript();
    await expect(dapp.dialog).toContainText(EXPLAINED);
  });
});

test.describe('if the browser has to ask', () => {
  test.beforeEach(({ dapp }) => dapp.setPermission('prompt'));

  /** Connects up to the browser's question, which nobody answers. */
  const leaveUndecided = async (page: Page, dapp: Dapp) => {
    await dapp.open();
    const questions = await catchQuestions(page, dapp, 'fails at once');
    await dapp.button.click();
    await dapp.dialog.getByRole('button', { name: 'Continue' }).click();
    await questions.asked();
    return questions;
  };

  test('left undecided: the dialog offers to ask again', async ({ page, dapp }) => {
    const questions = await leaveUndecided(page, dapp);
    await dapp.dialog.getByRole('button', { name: 'Ask again' }).click();
    await (await questions.asked())('granted');
    await expect(dapp.dialog).toContainText(ALLOWED);
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
  });

  test('left undecided, and the dialog closed: the next tap explains again', async ({ page, dapp }) => {
    await leaveUndecided(page, dapp);
    await page.keyboard.press('Escape');
    expect(await dapp.evaluate('outcome')).toEqual(getFailure('USER_CANCELLED'));
    await dapp.button.click();
    await expect(dapp.dialog).toContainText(EXPLAINED);
  });

  test('if the browser does not ask, a tap still opens the wallet app', async ({ page, dapp }) => {
    await leaveUndecided(page, dapp);
    await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
    await expect.poll(() => dapp.evaluate('getProgress()')).toMatchObject({ launches: 1 });
  });

  test('left undecided, without dialogs: the next tap cancels, and the one after it opens the wallet app', async ({
    page,
    dapp,
  }) => {
    await dapp.open({ withDialogs: false });
    const questions = await catchQuestions(page, dapp, 'fails at once');
    await dapp.button.click();
    await questions.asked();
    await page.mouse.click(200, 200);
    expect(await dapp.evaluate('outcome')).toEqual(getFailure('USER_CANCELLED'));
    await dapp.button.click();
    await expect.poll(() => dapp.evaluate('getProgress()')).toMatchObject({ launches: 1 });
    expect(questions.count()).toBe(1);
  });

  test('disconnected meanwhile: the dialog closes', async ({ dapp }) => {
    await dapp.open();
    await dapp.button.click();
    await expect(dapp.dialog).toBeVisible();
    await dapp.evaluate('disconnect()');
    expect(await dapp.evaluate('outcome')).toMatchObject({ code: 'SESSION_CLOSED', launches: 0 });
    await expect(dapp.dialog).toHaveCount(0);
  });

  test('a dialog that cannot be loaded is skipped', async ({ page, dapp }) => {
    await page.route(/dialogs.*\.js$/, (route) => route.abort());
    await dapp.open();
    const questions = await catchQuestions(page, dapp, 'waits');
    await dapp.button.click();
    await (await questions.asked())('granted');
    expect(await dapp.evaluate('outcome')).toEqual(CONNECTED_AFTER_QUESTION);
  });
});
