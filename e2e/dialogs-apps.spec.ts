import { expect, type Page, test } from '@playwright/test';
import { useResource } from './bundle.js';
import { expectEnd, getFocused, open, serveDialogs } from './dialogs/open.js';
import type { DialogsInput } from './dialogs/page.js';

const site = useResource(serveDialogs);

const PHANTOM = { name: 'Phantom', installUrl: 'https://phantom.example' } as const;
const SOLFLARE = { name: 'Solflare', last: 'chosen' } as const;

/** Makes links lead nowhere, as where the system opens an app. */
const stay = (page: Page): Promise<void> =>
  page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), true));

test.describe('the list of wallet apps to choose from', () => {
  test('says what the dapp asks for, and has a row for each app, and one for the phone’s choice', async ({
    page,
  }) => {
    const dialog = await open(page, site, 'chooseApp', {
      want: 'connect',
      apps: [PHANTOM, SOLFLARE],
      choices: ['system-app', 'qr-code'],
    });
    await expect(dialog).toMatchAriaSnapshot(`
      - dialog "Choose your wallet app":
        - button "Cancel"
        - status:
          - heading "Choose your wallet app" [level=2]
          - paragraph: Example asks to connect to your wallet
        - list:
          - listitem:
            - button "Phantom"
          - listitem:
            - button "Solflare Your last choice"
          - listitem:
            - button "Let the phone choose"
        - text: No wallet yet?
        - link "Get Phantom"
        - button "Use a wallet on another device"
    `);
    await expect(dialog.locator('.hint')).toHaveText(['Open', 'Open', 'Open']);
    await expect(dialog.getByRole('link', { name: 'Get Phantom' })).toHaveAttribute(
      'href',
      PHANTOM.installUrl,
    );
  });

  for (const [name, choices, notes] of [
    ['Phantom', [], 'app:0'],
    [/^Solflare/, ['system-app'], 'app:1'],
    ['Let the phone choose', ['system-app'], 'system-app'],
    ['Use a wallet on another device', ['system-app', 'qr-code'], 'qr-code'],
  ] as const) {
    test(`resolves in the tap on “${name}” with ${notes}`, async ({ page }) => {
      const input = { apps: [PHANTOM, SOLFLARE], choices };
      const dialog = await open(page, site, 'chooseApp', input);
      await dialog.getByRole('button', { name }).click();
      await expectEnd(page, `chooseApp: ${notes} in a tap`, 'chooseApp');
      await page.goto('about:blank');
      await open(page, site, 'chooseApp', input);
      await dialog.getByRole('button', { name }).press('Enter');
      await expectEnd(page, `chooseApp: ${notes} in a tap`, 'chooseApp');
    });
  }

  test('is closed by Escape, its cross, and its signal, which chooses nothing', async ({ page }) => {
    for (const [close, notes] of [
      [() => page.keyboard.press('Escape'), 'chooseApp: cancel'],
      [() => page.getByRole('button', { name: 'Cancel' }).press('Enter'), 'chooseApp: cancel in a tap'],
      [() => page.evaluate(() => dispatchEvent(new Event('abort'))), 'chooseApp: cancel'],
    ] as const) {
      await open(page, site, 'chooseApp');
      await close();
      await expectEnd(page, notes, 'chooseApp');
      await page.goto('about:blank');
    }
  });

  test('has no row for the phone’s choice, and no link to get apps, unless they are passed', async ({
    page,
  }) => {
    const dialog = await open(page, site, 'chooseApp', { apps: [SOLFLARE] });
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', /Solflare/]);
    await expect(dialog).not.toContainText('No wallet yet?');
  });

  test('says that this page disconnects, if it does, and not what the dapp asks for', async ({ page }) => {
    const dialog = await open(page, site, 'chooseApp', {
      apps: [PHANTOM, SOLFLARE],
      choices: ['system-app'],
      reason: 'change-app',
    });
    await expect(dialog).toHaveAccessibleName('Change wallet app');
    await expect(dialog).toHaveAccessibleDescription(/^With another app, this page disconnects\./);
    // The app of now opens again at once.
    await expect(dialog.locator('.hint')).toHaveText(['Choose', 'Open', 'Choose']);
  });

  for (const [reason, next] of [
    ['other-app', 'Open it again, or choose another app.'],
    ['change-app', 'With another app, this page disconnects.'],
  ] as const) {
    test(`says that the last app did not answer, and then “${next}”`, async ({ page }) => {
      const apps = [PHANTOM, { ...SOLFLARE, last: 'failed' }] as const;
      const dialog = await open(page, site, 'chooseApp', { apps, reason });
      await expect(dialog.locator('#text')).toContainText(`Solflare did not answer last time.\n${next}`);
    });
  }

  test('after a no, has what was opened then first', async ({ page }) => {
    const apps = [PHANTOM, { name: 'Solflare' }];
    const choices = ['system-app', 'qr-code'] as const;
    const dialog = await open(page, site, 'chooseApp', { apps, choices, reason: 'declined' });
    const text = 'Your wallet did not connect last time.\nOpen it again, or choose another app.';
    await expect(dialog.locator('#text')).toHaveText(text);
    await expect(dialog.locator('li')).toHaveText([
      /^Open it again Let the phone choose/,
      /Phantom/,
      /Solflare/,
    ]);
    await page.goto('about:blank');
    await open(page, site, 'chooseApp', { apps: [SOLFLARE, PHANTOM], choices, reason: 'declined' });
    await expect(dialog.locator('li')).toHaveText([
      /Solflare Open it again/,
      /Phantom/,
      /Let the phone choose/,
    ]);
  });

  test('is reached row by row with the keyboard, and takes no key that is held down', async ({ page }) => {
    await open(page, site, 'chooseApp', { apps: [PHANTOM, SOLFLARE], choices: ['system-app', 'qr-code'] });
    expect(await getFocused(page)).toBe('dialog');
    const places: string[] = [];
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab');
      places.push(await getFocused(page));
    }
    expect(places).toEqual([
      'Cancel',
      'PPhantomOpen',
      'SSolflare Your last choiceOpen',
      'Let the phone chooseOpen',
      'Get Phantom',
      'Use a wallet on another device',
    ]);
  });

  test('has the dapp’s own texts', async ({ page }) => {
    const texts = {
      chooseAppTitle: 'Wähle deine App',
      asksForSignature: '{name} bittet um eine Unterschrift',
      openApp: 'Öffnen',
      lastChoice: 'zuletzt gewählt',
      letPhoneChoose: 'Das Telefon wählt',
      getApp: '{name} holen',
      noWallet: 'Noch keine App?',
    };
    const dialog = await open(page, site, 'chooseApp', {
      texts,
      apps: [PHANTOM, SOLFLARE],
      choices: ['system-app'],
    });
    await expect(dialog).toHaveAccessibleName('Wähle deine App');
    await expect(dialog.locator('#text')).toHaveText('Example bittet um eine Unterschrift');
    await expect(dialog.getByRole('button')).toHaveText([
      'Cancel',
      /PhantomÖffnen/,
      /Solflare zuletzt gewähltÖffnen/,
      /Das Telefon wähltÖffnen/,
    ]);
    await expect(dialog.locator('.get')).toHaveText('Noch keine App?Phantom holen');
  });
});

test('from right to left, a name and the note below it end at the same side, next to the icon', async ({
  page,
}) => {
  const texts = { lastChoice: 'اختيارك الأخير' };
  for (const name of ['Sol', 'A wallet app with a very long name']) {
    const apps = [{ name, last: 'chosen' }] as const;
    const dialog = await open(page, site, 'chooseApp', { dir: 'rtl', texts, apps });
    const ends = await dialog.locator('.row').evaluate((row) => {
      const getRight = (node: Node | null | undefined): number => {
        const range = document.createRange();
        if (node) range.selectNodeContents(node);
        return Math.round(Math.max(...Array.from(range.getClientRects(), ({ right }) => right)));
      };
      const note = row.querySelector('small');
      return [getRight(note?.parentElement?.firstChild), getRight(note?.firstChild)];
    });
    expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)), name).toBeLessThanOrEqual(1);
    await page.goto('about:blank');
  }
});

test('an app’s icon stands before its name, or its first letter if the page forbids the icon', async ({
  page,
}) => {
  await page.route('**/icon.svg', (route) =>
    route.fulfill({ body: '<svg xmlns="http://www.w3.org/2000/svg"/>', contentType: 'image/svg+xml' }),
  );
  const apps = [
    { name: 'Phantom', icon: '/icon.svg' },
    { name: 'Solflare', icon: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' },
  ];
  for (const name of ['chooseApp', 'openIn']) {
    const tiles = (await open(page, site, name, { apps })).locator('.app');
    await expect(tiles.locator('img')).toHaveCount(1);
    await expect(tiles.locator('img')).toHaveAttribute('src', `${site.url}/icon.svg`);
    // The page's policy names only its own origin.
    await expect(tiles).toHaveText(['', 'S']);
    await page.goto('about:blank');
  }
});

test.describe('another wallet app', () => {
  for (const [choice, name] of [
    ['other-app', 'Use another wallet app'],
    ['change-app', 'Change wallet app'],
  ] as const) {
    test(`is offered where none answered (${choice})`, async ({ page }) => {
      for (const reason of ['no-answer', 'own-link'] as const) {
        const dialog = await open(page, site, 'notFound', { reason, choices: ['try-again', choice] });
        expect(await getFocused(page)).toBe('Try again');
        await dialog.getByRole('button', { name }).click();
        await expectEnd(page, `notFound: ${choice} in a tap`, 'notFound');
        await page.goto('about:blank');
      }
    });

    test(`is offered while the wallet is waited for, once that is possible (${choice})`, async ({ page }) => {
      const dialog = await open(page, site, 'waiting', { reopen: true });
      await expect(dialog.getByRole('button', { name })).toHaveCount(0);
      await page.goto('about:blank');
      await open(page, site, 'waiting', { reopen: true, otherApp: choice });
      await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Open the wallet again', name]);
      await dialog.getByRole('button', { name }).click();
      await expect(page.locator('output')).toHaveText(`${choice} in a tap`);
      await expect(dialog).toBeVisible();
    });
  }
});

test.describe('links to wallet apps', () => {
  const LINK = 'intent://example.com/#Intent;scheme=https;end';
  const cases: readonly (readonly [
    where: string,
    input: DialogsInput,
    title: string,
    text: string,
    main: readonly string[],
  ])[] = [
    ['in a browser', {}, 'Choose your wallet app', 'This page opens again inside it.', []],
    [
      'in a social app on Android',
      { openIn: { socialApp: 'Telegram', browserLink: LINK } },
      'Open this page in your browser',
      'Telegram does not open wallet apps. Your browser does.',
      ['Open in browser'],
    ],
    [
      'in a social app without a way to the browser',
      { openIn: { socialApp: 'Telegram' } },
      'Open this page in your browser',
      'Telegram may not open wallet apps. Use the menu of Telegram, or copy the link.',
      ['Copy link'],
    ],
    [
      'in a frame that cannot leave',
      { apps: [] },
      'Open this page in your wallet app',
      'Copy the link, and open it in your wallet app’s browser.',
      ['Copy link'],
    ],
    [
      'in a frame of a social app that cannot leave',
      { apps: [], openIn: { socialApp: 'Telegram' } },
      'Open this page in your browser',
      'Telegram may not open wallet apps. Use the menu of Telegram, or copy the link.',
      ['Copy link'],
    ],
  ];
  for (const [where, input, title, text, main] of cases) {
    test(`the title, the text and the filled button agree ${where}`, async ({ page }) => {
      const dialog = await open(page, site, 'openIn', input);
      await expect(dialog).toHaveAccessibleName(title);
      await expect(dialog.locator('#text')).toHaveText(text);
      await expect(dialog.locator('.main')).toHaveText(main);
      await expect(dialog.getByText('Copy link')).toHaveCount(1);
      const hasBoth = main.length > 0 && input.apps === undefined;
      await expect(dialog.getByText('Or try a wallet app')).toHaveCount(hasBoth ? 1 : 0);
    });
  }

  test('each app has a link, and a tap on it counts as opening the app', async ({ page }) => {
    const dialog = await open(page, site, 'openIn', { apps: [PHANTOM, SOLFLARE] });
    await stay(page);
    const link = dialog.getByRole('link', { name: 'Phantom', exact: true });
    await expect(link).toHaveAttribute('href', 'https://wallet.example/Phantom');
    await expect(link).toHaveAttribute('rel', 'noreferrer');
    await link.click();
    await expect(page.locator('output')).toHaveText('opened Phantom in a tap');
    await expect(dialog).toBeVisible();
  });
});
