import { chromium, expect, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { getChromiumOptions } from './chromium.js';
import { expectEnd, getFocused, getUrl, open, serveDialogs } from './dialogs/open.js';

const site = useResource(serveDialogs);

test.describe('waiting', () => {
  test('has a name and a status, takes the focus, and Escape cancels', async ({ page }) => {
    const dialog = await open(page, site, 'waiting');
    await expect(dialog).toHaveAccessibleName('Continue in your wallet app');
    await expect(dialog).toHaveAccessibleDescription(/^Example asks for your signature .*come back\.$/);
    await expect(dialog.getByRole('status')).toContainText('Continue in your wallet app');
    await expect(dialog).toHaveAttribute('lang', 'en');
    // No button has the focus, so that holding down Enter does not cancel.
    expect(await getFocused(page)).toBe('dialog');
    await page.keyboard.press('Escape');
    await expectEnd(page, 'waiting: cancelled', 'waiting');
  });

  test('is cancelled by its button, and keeps the focus until then', async ({ page }) => {
    await open(page, site, 'waiting');
    const places = new Set<string>();
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press('Tab');
      places.add(await getFocused(page));
    }
    // Between the last and the first element the focus is in the browser's own bars.
    expect([...places].filter((place) => place !== 'body')).toEqual(['Cancel']);
    await page.getByRole('button', { name: 'Cancel' }).press('Space');
    await expectEnd(page, 'waiting: cancelled in a tap', 'waiting');
  });
});

test('waiting says what the dapp asks for, and opens the wallet app again in a tap', async ({ page }) => {
  const name = 'Pocket Coffee';
  const identity = { name, uri: site.url };
  const dialog = await open(page, site, 'waiting', { identity, name, want: 'send', reopen: true });
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Continue in your wallet app":
      - button "Cancel"
      - text: Pocket Coffee
      - status:
        - heading "Continue in your wallet app" [level=2]
        - paragraph: Pocket Coffee asks you to approve a transaction
        - paragraph: Approve or decline there. Then come back.
      - button "Open the wallet again"
      - link "Get a wallet app"
  `);
  // Holding down Enter does not open it.
  expect(await getFocused(page)).toBe('dialog');
  await dialog.getByRole('button', { name: 'Open the wallet again' }).press('Enter');
  await expect(page.locator('output')).toHaveText('reopened in a tap');
});

test('a dapp’s own texts have its name', async ({ page }) => {
  const texts = {
    notFoundTitle: '{name} wartet',
    scanTitle: '{name} scannen',
    getWallet: 'Wallet für {name}',
  };
  const identity = { name: '$& Co', uri: site.url };
  const dialog = await open(page, site, 'notFound', { texts, identity });
  await expect(dialog).toHaveAccessibleName('$& Co wartet');
  await expect(dialog.getByRole('link')).toHaveText('Wallet für $& Co');
  await page.goto('about:blank');
  await open(page, site, 'scan', { texts, identity });
  await expect(dialog).toHaveAccessibleName('$& Co scannen');
});

test.describe('blocked', () => {
  test('lists steps, and turns into a tap that opens the wallet when they are done', async ({ page }) => {
    const dialog = await open(page, site, 'blocked');
    await expect(dialog.getByRole('listitem').first()).toHaveText(
      /^Tap the icon next to this page’s address/,
    );
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Try anyway']);
    expect(await getFocused(page)).toBe('dialog');
    await page.evaluate(() => dispatchEvent(new Event('answer')));
    await expect(dialog).toHaveAccessibleName('You can open your wallet now');
    await expect(dialog.getByRole('status')).toContainText('You can open your wallet now');
    expect(await getFocused(page)).toBe('Open wallet');
    await page.keyboard.press('Enter');
    await expectEnd(page, 'blocked: open-wallet in a tap', 'blocked');
  });
});

test.describe('permission', () => {
  test('is asked for in a tap, once more if there was no answer, and then opens the wallet', async ({
    page,
  }) => {
    const dialog = await open(page, site, 'permission', { answers: ['prompt', 'granted'] });
    await expect(dialog).toHaveAccessibleName('Allow this site to open your wallet');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName('You did not choose yet');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('You can open your wallet now');
    expect(await getFocused(page)).toBe('Open wallet');
    await page.keyboard.press('Enter');
    await expectEnd(page, 'asked in a tap asked in a tap permission: open-wallet in a tap', 'permission');
  });

  for (const view of ['explained', 'asked for', 'dismissed'] as const) {
    test(`allowed in the browser while it is ${view}: a tap opens the wallet`, async ({ page }) => {
      const dialog = await open(page, site, 'permission', {
        answers: view === 'dismissed' ? ['prompt'] : [],
      });
      if (view !== 'explained') await page.keyboard.press('Enter');
      if (view === 'dismissed') await expect(dialog).toHaveAccessibleName('You did not choose yet');
      await page.evaluate(() => dispatchEvent(new Event('answer')));
      await expect(dialog).toHaveAccessibleName('You can open your wallet now');
      expect(await getFocused(page)).toBe('Open wallet');
      await page.keyboard.press('Enter');
      const asked = view === 'explained' ? '' : 'asked in a tap ';
      await expectEnd(page, `${asked}permission: open-wallet in a tap`, 'permission');
    });
  }

  test('can be closed while the browser asks', async ({ page }) => {
    const dialog = await open(page, site, 'permission');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveAccessibleName('Your browser is asking');
    // Let the task of the tap end, because the page marks everything in it as a tap.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await page.keyboard.press('Escape');
    await page.evaluate(() => dispatchEvent(new Event('answer')));
    await expectEnd(page, 'asked in a tap permission: cancel', 'permission');
  });

  test('fails with the error of asking', async ({ page }) => {
    await open(page, site, 'permission', { failure: 'no browser' });
    await page.keyboard.press('Enter');
    await expectEnd(page, 'asked in a tap permission: Error: no browser in a tap', 'permission');
  });
});

test('blocked gives an installed app other instructions than a tab', async () => {
  const context = await chromium.launchPersistentContext('', {
    ...getChromiumOptions(),
    args: [...getChromiumOptions().args, `--app=${getUrl(site, {})}`],
  });
  try {
    const [page = await context.newPage()] = context.pages();
    await page.getByRole('button', { name: 'blocked' }).press('Enter');
    await expect(page.getByRole('listitem').first()).toHaveText(/^Open your browser/);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expectEnd(page, 'blocked: cancel in a tap', 'blocked');
  } finally {
    await context.close();
  }
});

test.describe('not found', () => {
  test('tries again', async ({ page }) => {
    await open(page, site, 'notFound');
    expect(await getFocused(page)).toBe('Try again');
    await page.keyboard.press('Enter');
    await expectEnd(page, 'notFound: try-again in a tap', 'notFound');
  });

  test('links to wallets, and stays open after a tap outside it', async ({ page }) => {
    const dialog = await open(page, site, 'notFound');
    const link = dialog.getByRole('link', { name: 'Get a wallet app' });
    await expect(link).toHaveAttribute('href', 'https://solanamobile.com/wallets');
    await expect(link).toHaveAttribute('target', '_blank');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectEnd(page, 'notFound: cancel in a tap', 'notFound');
  });
});

for (const reason of ['no-answer', 'own-link', 'cannot-connect'] as const) {
  test(`not found says that nothing was sent, only where the dapp asks to send: ${reason}`, async ({
    page,
  }) => {
    const dialog = await open(page, site, 'notFound', { reason, want: 'send' });
    await expect(dialog.getByRole('status')).toContainText(/Nothing was sent\. \S/);
    await page.goto('about:blank');
    await open(page, site, 'notFound', { reason, want: 'connect' });
    await expect(dialog).toBeVisible();
    await expect(dialog).not.toContainText('Nothing was sent.');
  });
}

for (const name of ['notFound', 'blocked']) {
  test(`${name} offers to open the page in a wallet app only if that is possible`, async ({ page }) => {
    const button = page.getByRole('button', { name: 'Open this page in your wallet app' });
    await open(page, site, name);
    await expect(button).toHaveCount(0);
    await page.goto('about:blank');
    await open(page, site, name, { choices: ['open-page'] });
    await button.press('Enter');
    await expectEnd(page, `${name}: open-page in a tap`, name);
  });
}

test.describe('not found by the wallet’s own link', () => {
  for (const [key, answer] of [
    ['Enter', 'try-again in a tap'],
    ['Escape', 'cancel'],
  ] as const) {
    test(`says what happened, and ${key === 'Enter' ? 'tries again' : 'is cancelled'}`, async ({ page }) => {
      const dialog = await open(page, site, 'notFound', { reason: 'own-link' });
      await expect(dialog).toHaveAccessibleName('Your wallet didn’t open');
      await expect(dialog).toHaveAccessibleDescription(/in another way/);
      await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Try again']);
      await expect(dialog.getByRole('link')).toHaveCount(0);
      expect(await getFocused(page)).toBe('Try again');
      await page.keyboard.press(key);
      await expectEnd(page, `notFound: ${answer}`, 'notFound');
    });
  }
});

test.describe('tap needed', () => {
  for (const [want, title] of [
    ['connect', 'Example asks to connect to your wallet'],
    ['sign-in', 'Example asks you to sign in'],
    ['signature', 'Example asks for your signature'],
    ['send', 'Example asks you to approve a transaction'],
    ['other', 'Example asks you to continue in your wallet app'],
  ] as const) {
    test(`says what the dapp wants (${want}), and opens the wallet app in a tap`, async ({ page }) => {
      const dialog = await open(page, site, 'tapNeeded', { want });
      await expect(dialog).toHaveAccessibleName(title);
      await expect(dialog).toHaveAccessibleDescription(/^Open your wallet\. You decide there\.$/);
      await expect(dialog.getByRole('status')).toContainText(title);
      expect(await getFocused(page)).toBe('Open wallet');
      await page.keyboard.press('Enter');
      await expectEnd(page, 'tapNeeded: open-wallet in a tap', 'tapNeeded');
    });
  }

  for (const key of ['Escape', 'Enter']) {
    test(`is cancelled by ${key === 'Enter' ? 'its button' : key}`, async ({ page }) => {
      await open(page, site, 'tapNeeded');
      if (key === 'Enter') await page.keyboard.press('Shift+Tab');
      await page.keyboard.press(key);
      await expectEnd(page, `tapNeeded: cancel${key === 'Enter' ? ' in a tap' : ''}`, 'tapNeeded');
    });
  }

  test('shows the dapp’s name as text, and the dapp’s own wording', async ({ page }) => {
    const name = '<b>$& & “Co”</b>';
    const texts = { asksForTransaction: '{name} möchte etwas senden' };
    const dialog = await open(page, site, 'tapNeeded', { name, texts, want: 'send' });
    await expect(dialog).toHaveAccessibleName(`${name} möchte etwas senden`);
    await expect(dialog.locator('b')).toHaveCount(0);
  });
});

test('every dialog closes as soon as its signal aborts, and leaves the next one open', async ({ page }) => {
  await page.goto(getUrl(site, {}));
  for (const name of ['waiting', 'permission', 'blocked', 'notFound', 'tapNeeded']) {
    await page.getByRole('button', { name }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    const { isOpen, place, over } = await page.evaluate(() => {
      dispatchEvent(new Event('abort'));
      const dialog = document.querySelector('mobile-wallet-dialog')?.shadowRoot?.querySelector('dialog');
      return {
        isOpen: dialog?.open,
        place: document.activeElement?.textContent,
        over: document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName,
      };
    });
    // While it fades out, the page can be used already.
    expect([isOpen, place, over]).toEqual([false, name, 'html']);
    await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  }
  await page.evaluate(() => {
    for (const type of ['blocked', 'abort', 'waiting']) dispatchEvent(new Event(type));
  });
  // The next one takes longer to appear than the one before it to fade out.
  const isLeft = await page.evaluate(async () => {
    const host = document.querySelector('mobile-wallet-dialog');
    const animations = host?.shadowRoot?.getAnimations() ?? [];
    const appear = animations.find(
      (animation) => animation instanceof CSSAnimation && animation.animationName === 'appear',
    );
    await appear?.finished;
    return appear !== undefined && host?.isConnected;
  });
  expect(isLeft).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expectEnd(
    page,
    'permission: cancel blocked: cancel notFound: cancel tapNeeded: cancel blocked: cancel waiting: cancelled in a tap',
    'tapNeeded',
  );
});

test('a newer dialog replaces the older one without cancelling it', async ({ page }) => {
  const dialog = await open(page, site, 'waiting');
  await page.evaluate(() => {
    dispatchEvent(new Event('permission'));
    dispatchEvent(new Event('notFound'));
  });
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName('Your wallet didn’t answer');
  expect(await getFocused(page)).toBe('Try again');
  await page.keyboard.press('Escape');
  await expectEnd(page, 'permission: cancel notFound: cancel', 'waiting');
});

test('Escape cancels its dialog at once, and not one that opens before the next frame', async ({ page }) => {
  await open(page, site, 'waiting');
  // The focus returns while the dialog closes, before the browser renders again.
  await page.evaluate(() => {
    const openAnother = (): void => queueMicrotask(() => dispatchEvent(new Event('notFound')));
    document.querySelector('button')?.addEventListener('focus', openAnother, { once: true });
  });
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog', { name: 'Your wallet didn’t answer' });
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused();
  await expect(page.locator('output')).toHaveText('waiting: cancelled');
  await page.keyboard.press('Enter');
  await expectEnd(page, 'waiting: cancelled notFound: try-again in a tap', 'waiting');
});
