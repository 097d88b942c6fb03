import type { FrameLocator, Page } from '@playwright/test';
import type { WalletCommand, WalletState } from '../../mock/src/phone/wallet-state.js';
import { bundle, type ScriptPage, serveFiles } from '../bundle.js';
import type { HomeTest } from './page.js';

type HomeWindow = Readonly<{ homeTest: HomeTest }>;
/** The names of the tabs. */
export type ScreenName = 'Accounts' | 'Apps' | 'Activity' | 'Settings';

/** The policy of the document that the servers send. */
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src http: https: data:; base-uri 'none'; form-action 'none'";

/**
 * Serves the wallet's own screens, over a wallet that only has a state, and a page that embeds them at
 * `/panel`.
 */
export async function serveHome(): Promise<ScriptPage> {
  const files = await bundle('home/page.ts');
  const [script = ''] = Object.keys(files).filter((path) => path.endsWith('.js'));
  const create = (body: string): string =>
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Mock wallet</title>${body}`;
  const page = create(`<script type="module" src="${script}"></script>`);
  const panel = create('<iframe src="/" title="Wallet" width="378" height="640"></iframe>');
  return serveFiles(
    { ...files, '/': page, '/panel': panel },
    { 'Content-Security-Policy': `${POLICY}; frame-src 'self'` },
  );
}

/** Opens one of the screens. */
export async function openScreen(
  page: Page,
  site: ScriptPage,
  screen: ScreenName,
  fragment: '' | '#fresh' = '',
): Promise<void> {
  await page.goto(`${site.url}/${fragment}`);
  await showScreen(page, screen);
}

/** Shows another screen. */
export async function showScreen(page: Page, screen: ScreenName): Promise<void> {
  await page.getByRole('tab', { name: screen }).click();
}

/** Chooses an account by its chip. */
export async function chooseAccount(page: Page | FrameLocator, label: string): Promise<void> {
  await page.getByRole('list', { name: 'Accounts' }).getByRole('button', { name: label }).click();
}

/** Opens the sheet with what is done seldom with accounts. */
export async function openMenu(page: Page | FrameLocator): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click();
}

/** Opens all groups of the settings. */
export async function unfoldSettings(page: Page | FrameLocator): Promise<void> {
  const groups = page.getByRole('tabpanel', { name: 'Settings' }).locator('details:not([open]) > summary');
  while ((await groups.count()) > 0) await groups.first().click();
}

/** Returns the commands that the screens have given, in order. */
export function getCommands(page: Page): Promise<readonly WalletCommand[]> {
  return page.evaluate(() => (window as unknown as HomeWindow).homeTest.commands);
}

/** Changes the wallet's state, as if something had happened in it. */
export function changeState(page: Page, changes: Partial<WalletState>): Promise<void> {
  return page.evaluate((next) => (window as unknown as HomeWindow).homeTest.change(next), changes);
}

/** Makes the wallet refuse the next command. */
export function refuseNext(page: Page, reason: string): Promise<void> {
  return page.evaluate((text) => (window as unknown as HomeWindow).homeTest.refuseNext(text), reason);
}

/** Ends the connection to the wallet. */
export function loseWallet(page: Page): Promise<void> {
  return page.evaluate(() => (window as unknown as HomeWindow).homeTest.lose());
}
