import { type Browser, type BrowserContext, devices, errors, type Page } from '@playwright/test';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import type { Release } from '../dapp.js';
import { installFundedWallet } from '../funded-wallet.js';
import { CONNECTED, FLOWS, type Flow, type FlowName } from './flows.js';
import type { PageInput } from './page.js';

/** How often a flow opened the wallet app, and a description of its outcome. */
export type Measurement = Readonly<{ launches: number; outcome: string }>;

const BINDING = '__benchLaunch';
const SCHEME = 'solana-wallet:';
/** A tap that has no outcome by then hangs: a launch takes only some hundred milliseconds. */
const OUTCOME_TIMEOUT_MS = 10_000;
/** More launches than any library attempts for one tap. */
const UNLIMITED = 1_000;

/** Serves the page that {@link measureLaunches} opens. */
export function serveFlows(): Promise<ScriptPage> {
  return serveScript('../bench/launches/page.ts');
}

/**
 * Runs a flow with a library's wallet, in its own browser context and with its own mock wallet. One tap
 * allows one launch, as on a phone. With `hasSpareTaps` the user taps again after each launch.
 */
export async function measureLaunches(
  browser: Browser,
  site: ScriptPage,
  library: Release,
  name: FlowName,
  hasSpareTaps = false,
): Promise<Measurement> {
  const context = await browser.newContext(devices['Pixel 7']);
  // Without this permission the peer's release 0.6.0 does not launch. The canary after it needs none on
  // localhost.
  await context.grantPermissions(['local-network-access'], { origin: site.url });
  const launches = await countLaunches(context, hasSpareTaps);
  const { mockWallet, blockhash } = await installFundedWallet(context, hasSpareTaps ? UNLIMITED : 1);
  const input: PageInput = { library, name, blockhash };

  try {
    const page = await context.newPage();
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(input))}`);
    const flow: Flow = FLOWS[name];
    if (flow.startsConnected) {
      const outcome = await tap(page);
      if (outcome !== CONNECTED) throw new Error(`${library} cannot connect: ${outcome}`);
    }
    if (flow.startsRevoked) mockWallet.revokeTokens();
    const before = launches.count;
    const outcomes: string[] = [];
    for (const _ of flow.taps) outcomes.push(await tap(page));
    return { launches: launches.count - before, outcome: outcomes.join(', ') };
  } finally {
    await context.close();
    await mockWallet.close();
  }
}

/** Taps to take the flow's next step. Returns its outcome. */
async function tap(page: Page): Promise<string> {
  const outputs = page.locator('output');
  const output = outputs.nth(await outputs.count());
  await page.getByRole('button', { name: 'Next' }).tap();
  try {
    await output.waitFor({ state: 'attached', timeout: OUTCOME_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof errors.TimeoutError) return 'hangs';
    throw error;
  }
  return output.innerText();
}

/**
 * Counts the launches that pages attempt. A spare tap is a key press, which also counts as user activation.
 */
async function countLaunches(
  context: BrowserContext,
  hasSpareTaps: boolean,
): Promise<Readonly<{ count: number }>> {
  const launches = { count: 0 };
  await context.exposeBinding(BINDING, async ({ page }) => {
    launches.count++;
    if (hasSpareTaps) await page.keyboard.press('a').catch(() => {});
  });
  await context.addInitScript(
    ({ binding, scheme }) => {
      const note = (globalThis as unknown as Record<string, () => Promise<void>>)[binding];
      navigation.addEventListener('navigate', ({ destination }) => {
        if (destination.url.startsWith(scheme)) void note?.();
      });
    },
    { binding: BINDING, scheme: SCHEME },
  );
  return launches;
}
