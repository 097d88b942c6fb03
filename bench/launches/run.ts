import { type Browser, type BrowserContext, devices, errors, type Page } from '@playwright/test';
import { createLiteSvmChain } from 'mobile-wallet-standard/mock/chains';
import { installMockWallet } from 'mobile-wallet-standard/mock/playwright';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import { CONNECTED, FLOWS, type Flow, type FlowName } from './flows.js';
import type { Library } from './libraries.js';
import type { PageInput } from './page.js';

/** How often a flow opened the wallet app, and in words what came back. */
export type Measurement = Readonly<{ launches: number; outcome: string }>;

const BINDING = '__benchLaunch';
const SCHEME = 'solana-wallet:';
/** In milliseconds; a launch takes some hundred. */
const PATIENCE = 10_000;
/** More launches than any library attempts for one tap. */
const ANY = 1_000;
const LAMPORTS = 1_000_000_000n;

/** Serves the page that {@link measureLaunches} opens. */
export function serveFlows(): Promise<ScriptPage> {
  return serveScript('../bench/launches/page.ts');
}

/**
 * Goes through a flow with a library's wallet, in a browser context and at a mock wallet of its own. One tap allows one
 * launch, as on a phone; with `hasSpareTaps`, a person taps again after each.
 */
export async function measureLaunches(
  browser: Browser,
  site: ScriptPage,
  library: Library,
  name: FlowName,
  hasSpareTaps = false,
): Promise<Measurement> {
  const context = await browser.newContext(devices['Pixel 7']);
  // The peer does not launch without it.
  await context.grantPermissions(['local-network-access'], { origin: site.url });
  const launches = await countLaunches(context, hasSpareTaps);
  const chain = createLiteSvmChain();
  const mockWallet = await installMockWallet(context, { chain }, { launchesPerTap: hasSpareTaps ? ANY : 1 });
  for (const { address } of mockWallet.accounts) chain.airdrop(address, LAMPORTS);
  const { value } = (await chain.rpc('getLatestBlockhash', [])) as { value: { blockhash: string } };
  const input: PageInput = { library, name, blockhash: value.blockhash };

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

/** Takes the flow's next step; gives what came of it. */
async function tap(page: Page): Promise<string> {
  const outputs = page.locator('output');
  const output = outputs.nth(await outputs.count());
  await page.getByRole('button', { name: 'Next' }).tap();
  try {
    await output.waitFor({ state: 'attached', timeout: PATIENCE });
  } catch (error) {
    if (error instanceof errors.TimeoutError) return 'hangs';
    throw error;
  }
  return output.innerText();
}

/** Counts the launches that pages attempt; a spare tap is a key press. */
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
