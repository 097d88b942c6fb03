import { type Browser, type BrowserContext, devices, errors } from '@playwright/test';
import { type InstalledMockWallet, installMockWallet } from 'mock-mobile-wallet/playwright';
import { type ScriptPage, serveScript } from '../../e2e/bundle.js';
import type { Fault } from '../../mock/src/wallet/faults/fault.js';
import { BOUND, getBound, type Row } from '../../test/faults/row.js';
import { AUTHORIZE } from '../../test/faults/rows-authorize.js';
import { FRAME_ROWS } from '../../test/faults/rows-frames.js';
import { HELLO } from '../../test/faults/rows-hello.js';
import { OPENING } from '../../test/faults/rows-opening.js';
import type { Release } from '../dapp.js';

/** The page's input, as JSON in the fragment of its address. */
export type Run = Readonly<{ library: Release; call: 'authorize' | 'getCapabilities' }>;

/** How a call ended compared with how it should end. */
export type Verdict =
  | 'right'
  | 'another code'
  | 'untyped error'
  | 'error for an answer'
  | 'answer for an error'
  | 'hangs';

/** The time for loading the page, the tap, the launch and the call. */
const OUTCOME_TIMEOUT_MS = 6_000;
const CALLS: Readonly<Partial<Record<Row['call'], Run['call']>>> = {
  connect: 'authorize',
  session: 'authorize',
  capabilities: 'getCapabilities',
};

const METHODS = { authorize: 'authorize', getCapabilities: 'get_capabilities' } as const;

/** The faults that a call of a session API can meet without an abort, each once. */
export const FAULTS: readonly Row[] = unique(
  [...OPENING, ...HELLO, ...FRAME_ROWS, ...AUTHORIZE].filter(
    ({ faults = [], call, ends }) =>
      CALLS[call] && !ends && faults.length > 0 && faults.every((fault) => isMetBy(fault, call)),
  ),
);

/** A browser context with its own mock wallet. */
export type Bench = Readonly<{ context: BrowserContext; wallet: InstalledMockWallet }>;

/** Serves the page that {@link measureFault} opens. */
export function serveFaults(): Promise<ScriptPage> {
  return serveScript('../bench/faults/page.ts');
}

/** Opens a {@link Bench}. */
export async function openBench(browser: Browser, site: ScriptPage): Promise<Bench> {
  const context = await browser.newContext(devices['Pixel 7']);
  await context.grantPermissions(['local-network-access'], { origin: site.url });
  return { context, wallet: await installMockWallet(context) };
}

/**
 * Makes a row's call with a library in a new page while the wallet misbehaves. Returns how the call ended.
 */
export async function measureFault(
  { context, wallet }: Bench,
  site: ScriptPage,
  library: Release,
  row: Row,
): Promise<Readonly<{ verdict: Verdict; outcome: string }>> {
  wallet.misbehave(row.faults ?? []);
  const run: Run = { library, call: CALLS[row.call] ?? 'authorize' };
  const page = await context.newPage();
  try {
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify(run))}`);
    await page.getByRole('button', { name: 'Go' }).tap();
    const output = page.locator('output');
    await output.waitFor({ state: 'attached', timeout: OUTCOME_TIMEOUT_MS + getBound(row) - BOUND });
    const outcome = await output.innerText();
    return { outcome, verdict: judge(outcome, row, library) };
  } catch (error) {
    if (error instanceof errors.TimeoutError) return { outcome: 'hangs', verdict: 'hangs' };
    throw error;
  } finally {
    await page.close();
  }
}

/** Where an error is expected, any code of the peer is right, because its codes are different from ours. */
function judge(outcome: string, row: Row, library: Release): Verdict {
  if (row.outcome === 'success') return outcome === 'success' ? 'right' : 'error for an answer';
  if (outcome === 'success') return 'answer for an error';
  if (outcome.startsWith('untyped')) return 'untyped error';
  return library !== 'own' || outcome === row.outcome ? 'right' : 'another code';
}

function isMetBy({ at }: Fault, call: Row['call']): boolean {
  return at === 'connection' || at === 'hello' || at === METHODS[CALLS[call] ?? 'authorize'];
}

function unique(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter(({ where, what, call }) => {
    const key = [where, what, CALLS[call]].join();
    return !seen.has(key) && seen.add(key);
  });
}
