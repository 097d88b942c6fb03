import { expect, type Page, test } from '@playwright/test';
import { encode, renderSVG } from 'uqr';
import { getAssociationUri } from '../src/protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../src/protocol/session-keys.js';
import { findInBothSchemes } from './accessibility.js';
import { getContrast } from './contrast.js';
import { ask, connectAndPay, decide, disconnect, getShop } from './demo.js';
import {
  connect,
  expectRest,
  getAccount,
  getApprove,
  getHome,
  getPanel,
  getWallet,
  holdLaunch,
  SHOP,
} from './panel.js';

test('messages that are not from the wallet change nothing', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const postAll = (): void => {
    const strange = [
      null,
      1,
      'x',
      {},
      { type: 'x' },
      { type: 'mobile-wallet:done' },
      { type: 'constructor' },
    ];
    const own = [{ type: 'mobile-wallet:left' }, { type: 'mobile-wallet:done', launch: 2 ** 52 }];
    const frame = document.querySelector('mobile-wallet-panel')?.shadowRoot?.querySelectorAll('iframe')[1];
    for (const source of [null, window, frame?.contentWindow ?? null]) {
      const messages = source && source === frame?.contentWindow ? strange : [...strange, ...own];
      for (const data of messages) {
        dispatchEvent(new MessageEvent('message', { data, source, origin: location.origin }));
      }
    }
  };
  await page.goto(SHOP);
  await page.evaluate(postAll);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(getApprove(page)).toBeVisible();
  await page.evaluate(postAll);
  await getApprove(page).click();
  await expect(getAccount(page)).toBeVisible();
  await page.evaluate(postAll);
  await ask(page, 'Sign message');
  await expect(getApprove(page)).toBeVisible();
  expect(errors).toEqual([]);
});

test('slides in once, and accepts no click before it has arrived', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(SHOP);
  await page.evaluate(() => {
    const places: number[] = [];
    const note = (): void => {
      const dialog = document.querySelector('mobile-wallet-panel')?.shadowRoot?.querySelector('dialog');
      if (dialog) {
        places.push(dialog.getBoundingClientRect().left);
        const isReached = dialog.querySelector('.screen > iframe')?.matches(':hover') ?? false;
        if (dialog.getAnimations().some(({ playState }) => playState === 'running') && isReached)
          places.push(Number.NaN);
      }
      requestAnimationFrame(note);
    };
    note();
    Object.assign(window, { places });
  });
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await page.mouse.move((page.viewportSize()?.width ?? 0) - 60, 300);
  await getApprove(page).click({ trial: true });
  const places = await page.evaluate(() => (window as unknown as { places: readonly number[] }).places);
  expect(places.length).toBeGreaterThan(2);
  expect(places).toEqual([...places].sort((a, b) => b - a));
  expect(places).not.toContain(Number.NaN);
});

for (const width of [390, 1280]) {
  test(`after connecting, the focus is on the account, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await connect(page);
    await expect(getAccount(page)).toBeFocused();
    await expectRest(page);
    await expect(getAccount(page)).toBeFocused();
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`buttons and marks are visible in forced colours, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    const release = await holdLaunch(page);
    await page.goto(SHOP);
    await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
    expect(await getContrast(getPanel(page).locator('.spinner'))).toBeGreaterThan(2);
    expect(await getContrast(getPanel(page).getByRole('button', { name: 'Leave' }), 8)).toBeGreaterThan(3);
    release();
    const wallet = getWallet(page);
    for (const name of ['Approve', 'Decline', 'Leave']) {
      expect(await getContrast(wallet.getByRole('button', { name }), 8), name).toBeGreaterThan(4.5);
    }
  });
}

test('stays beside the page with its accounts, and does not disturb the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await expectRest(page);
  await expect(getHome(page).getByText('Main', { exact: true }).first()).toBeVisible();
  await expect(getHome(page).getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(2);
  await expect(getPanel(page).getByRole('button')).toHaveAccessibleName('Hide the wallet');
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
  await page.evaluate(() => {
    const dialog = document.createElement('dialog');
    dialog.innerHTML = '<button>Of the page</button>';
    document.body.append(dialog);
    dialog.showModal();
  });
  await page.getByRole('button', { name: 'Of the page' }).click();
  await page.evaluate(() => document.querySelector('body > dialog')?.remove());
  await page.setViewportSize({ width: 390, height: 844 });
  await expectRest(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectRest(page);
});

test('a dialog of the page does not cover a starting wallet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdLaunch(page);
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  // The library shows its dialog when the wallet takes long to open.
  await page.locator('mobile-wallet-dialog').waitFor({ state: 'attached' });
  const starting = getPanel(page).getByText('Starting…');
  const isInFront = () =>
    starting.evaluate((element) => {
      const { x, y, width: w, height: h } = element.getBoundingClientRect();
      return document.elementFromPoint(x + w / 2, y + h / 2)?.localName;
    });
  await expect.poll(isInFront).toBe('mobile-wallet-panel');
  await getPanel(page).getByRole('button', { name: 'Leave the wallet' }).click();
  // After leaving the wallet, the user is back at the page and its dialog.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  release();
});

test('the page can be used again once its dialog has closed', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const release = await holdLaunch(page);
  await page.goto(SHOP);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  const isModal = () =>
    getPanel(page)
      .locator('dialog')
      .evaluate((dialog) => dialog.matches(':modal'));
  await expect.poll(isModal).toBe(true);
  release();
  await expect(getApprove(page)).toBeVisible();
  await expect(page.locator('mobile-wallet-dialog')).toHaveCount(0);
  await expect.poll(isModal).toBe(false);
  await getApprove(page).click();
  await expect(getAccount(page)).toBeVisible();
});

test('the wallet beside the page is hidden and opened again, also after a reload', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await getHome(page).getByRole('tab', { name: 'Settings' }).click();
  await getPanel(page).getByRole('button', { name: 'Hide the wallet' }).click();
  const button = page.getByRole('button', { name: 'Mock wallet' });
  await expect(button).toBeFocused();
  await expect(getPanel(page)).toHaveCount(0);
  await page.reload();
  await expect(button).toBeVisible();
  await expect(getPanel(page)).toHaveCount(0);
  await button.press('Enter');
  await expect(getHome(page).getByRole('tab', { name: 'Settings', selected: true })).toBeVisible();
  await expect(button).toHaveCount(0);
  await page.reload();
  await expectRest(page);
});

test('on a narrow page a button opens the wallet over the page, and a visit returns to it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(SHOP);
  await expect(getPanel(page)).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Mock wallet' });
  await button.click();
  await getHome(page).getByRole('tab', { name: 'Activity' }).click();
  // The page launches the wallet by itself while it is covered.
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).dispatchEvent('click');
  await getApprove(page).click();
  await expect(getHome(page).getByRole('tab', { name: 'Activity', selected: true })).toBeVisible();
  await expect(
    getHome(page).getByRole('list', { name: 'Requests' }).getByText('authorize').first(),
  ).toBeVisible();
  await getPanel(page).getByRole('button', { name: 'Hide the wallet' }).click();
  await expect(getPanel(page)).toHaveCount(0);
  await expect(getAccount(page)).toBeVisible();
  await expect(button).toBeVisible();
});

test('what is done in the wallet survives a visit', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await getHome(page).getByRole('button', { name: 'More' }).click();
  await getHome(page).getByRole('button', { name: 'Import an account' }).click();
  const key = getHome(page).getByLabel('Secret key or seed');
  await key.fill('half a key');
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await getApprove(page).click();
  await expect(getAccount(page)).toBeVisible();
  await expectRest(page);
  await expect(key).toHaveValue('half a key');
  await expect(key).toBeVisible();
});

test('says how the wallet answers by itself, and a press turns that off', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await expectRest(page);
  await getHome(page).getByRole('tab', { name: 'Settings' }).click();
  await getHome(page).getByLabel('Decline everything').check();
  const chip = getPanel(page).getByRole('button', { name: 'Declines everything' });
  await expect(chip).toBeVisible();
  await expect(getPanel(page).getByText('Ready', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mobile Wallet Adapter' }).click();
  await expect(page.getByText('Your wallet declined').first()).toBeVisible();
  await chip.press('Enter');
  await expectRest(page);
  await expect(getHome(page).getByLabel('Ask me')).toBeChecked();
  // The next Tab goes on from where the chip was.
  await page.keyboard.press('Shift+Tab');
  await expect(getPanel(page).getByRole('button', { name: 'Hide the wallet' })).toBeFocused();
});

test.describe('a code on the page', () => {
  test.use({ hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [1280, 800],
  ] as const) {
    test(`is scanned by one press, by touch and by keyboard, ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(SHOP);
      const show = async () => {
        await page.getByRole('button', { name: 'Wallet on another device' }).click();
      };
      const scan = page.getByRole('button', { name: 'Scan', exact: true });
      await show();
      await expect(scan).toBeVisible();
      for (const name of ['Copy link', 'Cancel']) {
        await page.getByRole('dialog').getByRole('button', { name }).tap({ trial: true });
      }
      expect(await findInBothSchemes(page, 'all', 'mobile-wallet-dialog')).toEqual([]);
      await scan.tap();
      await getApprove(page).click();
      await disconnect(page);

      await show();
      await expect(scan).toBeVisible();
      for (let presses = 0; presses < 6; presses++) {
        await page.keyboard.press('Tab');
        if (await scan.evaluate((button) => button.matches(':focus'))) break;
      }
      await page.keyboard.press('Enter');
      await expect(getApprove(page)).toBeVisible();
      await expect(scan).toHaveCount(0);
    });
  }

  const drawings = {
    'as an SVG': (svg: string) => {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<dialog class="own" style="width:300px">${svg}</dialog>`,
      );
      document.querySelector<HTMLDialogElement>('.own')?.showModal();
    },
    'on a canvas': (_: string, { data }: Readonly<{ data: boolean[][] }>) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      canvas.width = canvas.height = data.length * 4;
      for (const [y, row] of data.entries()) {
        for (const [x, isBlack] of row.entries()) {
          if (context) context.fillStyle = isBlack ? '#000' : '#fff';
          context?.fillRect(x * 4, y * 4, 4, 4);
        }
      }
      const own = Object.assign(document.createElement('div'), { className: 'own', role: 'dialog' });
      own.append(canvas);
      document.body.append(own);
    },
    'by its link': (_: string, { uri }: Readonly<{ uri: string }>) => {
      const own = Object.assign(document.createElement('div'), { className: 'own' });
      own.append(Object.assign(document.createElement('a'), { href: uri, textContent: 'Open' }));
      document.body.append(own);
    },
  };
  for (const [how, draw] of Object.entries(drawings)) {
    test(`is found in the dapp’s own dialog, ${how}, and says why it cannot be joined`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(SHOP);
      const uri = getAssociationUri(
        { type: 'remote', reflector: '127.0.0.1:1', reflectorId: new Uint8Array(16) },
        await exportPoint(await createAssociationKeyPair()),
      );
      const { data } = encode(uri, { border: 4 });
      await page.evaluate(
        ([source, svg, input]) => new Function('svg', 'input', `(${source})(svg, input)`)(svg, input),
        [draw.toString(), renderSVG(uri, { border: 4 }), { data, uri }] as const,
      );
      await page.getByRole('button', { name: 'Scan', exact: true }).tap();
      await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
      await page.evaluate(() => document.querySelector('.own')?.remove());
      await expect(page.locator('mobile-wallet-code')).toHaveCount(0);
    });
  }
});

test.describe('the button that opens the wallet', () => {
  test.use({ viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } });

  /** Returns how far its lower edge is above that of the window. */
  const getBottom = async (page: Page) => {
    const { y = 0, height = 0 } =
      (await page.getByRole('button', { name: 'Mock wallet', exact: true }).boundingBox()) ?? {};
    return 844 - y - height;
  };
  const empty = (page: Page) =>
    page.evaluate(() => {
      for (const child of document.body.querySelectorAll(':scope > :not(mobile-wallet-button)'))
        child.remove();
    });

  test('is docked at the lower edge in all states of the demo', async ({ page }) => {
    await page.goto('/shop.html');
    const look = async (state: string) => {
      // Longer than the panel waits for the page to rest.
      await page.waitForTimeout(400);
      expect(await getBottom(page), state).toBe(0);
    };
    const pay = page.getByRole('button', { name: 'Pay with your wallet' });
    await expect(pay).toBeEnabled();
    await look('at first');
    const actions = page.locator('summary').filter({ hasText: 'All actions' });
    await actions.click();
    await look('with all actions');
    await actions.click();
    await pay.click();
    await decide(page, 'Decline');
    await expect(page.getByText('Your wallet declined').first()).toBeVisible();
    await look('after a refusal');
    await connectAndPay(page);
    await look('after a payment');
    await page.getByText('Receipt', { exact: true }).click();
    await look('with the receipt');
    await actions.click();
    await look('with all actions of a connected wallet');
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
    await look('at the end of the page');
    await disconnect(page);
    await look('after the end of the connection');
  });

  test('stands on a bar that the page has there, and on no more', async ({ page }) => {
    await page.goto(SHOP);
    await empty(page);
    await expect.poll(() => getBottom(page)).toBe(0);
    await page.evaluate(() => {
      const nav =
        '<nav style="position: fixed; inset: auto 0 0"><a href="#a" style="display: block; padding: 30px">A</a></nav>';
      document.body.insertAdjacentHTML('beforeend', nav);
    });
    await expect.poll(() => getBottom(page)).toBeGreaterThanOrEqual(78);
    await page.locator('nav').evaluate((nav) => nav.remove());
    await expect.poll(() => getBottom(page)).toBe(0);
    // A page as high as the window, whose last button could not be pressed otherwise.
    await page.evaluate(() => {
      const button = '<button style="position: absolute; inset: auto 0 0; height: 50px">B</button>';
      document.body.insertAdjacentHTML('beforeend', button);
    });
    await expect.poll(() => getBottom(page)).toBe(50);
    // What can be scrolled away does not move it.
    await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<div style="height: 3000px">'));
    await expect.poll(() => getBottom(page)).toBe(0);
  });

  test('is absent where the page says so, in a frame, too', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    const shop = getShop(page);
    await expect(shop.getByRole('button', { name: 'Pay with your wallet' })).toBeEnabled();
    await expect(shop.getByRole('button', { name: 'Mock wallet', exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Mock wallet', exact: true })).toHaveCount(0);
    await expect(getPanel(page)).toHaveCount(0);
  });
});

for (const fontSize of [16, 32]) {
  test(`the wallet beside the page is whole with text of ${fontSize} pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const client = await page.context().newCDPSession(page);
    await client.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
    await page.goto(SHOP);
    const home = getHome(page);
    await expect(home.getByRole('tab', { name: 'Settings' })).toBeVisible();
    await expect(getPanel(page).getByText('Test mode')).toBeVisible();
    await home.getByRole('button', { name: 'Get test SOL' }).click();
    const number = home.locator('.total-number');
    await expect(number).toHaveText(/^\d/);
    // One line, and nothing beside it is cut.
    expect(await number.evaluate((element) => element.getClientRects().length)).toBe(1);
    const isTooWide = () =>
      home.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    const {
      x = 0,
      y = 0,
      width = 0,
      height = 0,
    } = (await getPanel(page).locator('dialog').boundingBox()) ?? {};
    for (const screen of ['Apps', 'Activity', 'Settings', 'Accounts']) {
      const tab = home.getByRole('tab', { name: screen });
      await tab.click();
      expect(await isTooWide(), screen).toBe(false);
      // Inside of the frame of the phone, which is 9 pixels wide.
      const box = await tab.boundingBox();
      expect(box?.x, screen).toBeGreaterThanOrEqual(x + 9);
      expect((box?.x ?? 0) + (box?.width ?? 0), screen).toBeLessThanOrEqual(x + width - 9);
      expect((box?.y ?? 0) + (box?.height ?? 0), screen).toBeLessThanOrEqual(y + height - 8);
    }
    for (const name of ['Full screen', 'Hide the wallet']) {
      const button = getPanel(page).getByRole(name === 'Full screen' ? 'link' : 'button', { name });
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(x + width - 9);
      expect(box?.width, name).toBe(44);
    }
    expect(await findInBothSchemes(page, 'all', 'mobile-wallet-panel')).toEqual([]);
    await home.getByRole('button', { name: 'Scan' }).click();
    await expect(getPanel(page).getByLabel('Link of the QR code')).toBeFocused();
    expect(await findInBothSchemes(page, 'all', 'mobile-wallet-panel')).toEqual([]);
    await getPanel(page).getByRole('button', { name: 'Close' }).click();
    await expect(getPanel(page).getByLabel('Link of the QR code')).toHaveCount(0);
  });
}

test('the page has its room beside the wallet, and the wallet its own direction and sizes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(SHOP);
  await expectRest(page);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.documentElement.style.fontSize = '8px';
  });
  const { x: panelLeft = 0 } = (await getPanel(page).locator('dialog').boundingBox()) ?? {};
  const getRight = () => page.evaluate(() => document.body.getBoundingClientRect().right);
  expect(await getRight()).toBeLessThanOrEqual(panelLeft);
  const close = getPanel(page).getByRole('button', { name: 'Hide the wallet' });
  const brand = getPanel(page).locator('.home .brand');
  expect((await brand.boundingBox())?.x).toBeLessThan((await close.boundingBox())?.x ?? 0);
  await expect(brand).toHaveCSS('font-size', '13px');
  const right = await getRight();
  await page.getByRole('button', { name: 'Connect only' }).click();
  await getWallet(page).getByRole('button', { name: 'Decline' }).click({ trial: true });
  expect(await getRight()).toBe(right);
  await decide(page, 'Decline');
  await expectRest(page);
  await close.click();
  await expect(page.locator('html')).toHaveCSS('padding-right', '0px');
});
