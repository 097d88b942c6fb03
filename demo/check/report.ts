import { readPhoneReport } from 'mock-mobile-wallet';
import type { Facts } from './facts.js';
import { type Exchange, read } from './messages.js';
import type { StepResult } from './run-step.js';
import { hasOnlyLinks, STEPS } from './steps.js';

/** What Chromium tells of the phone beyond its user agent. */
type UserAgentData = Readonly<{ getHighEntropyValues(names: readonly string[]): Promise<object> }>;

/** What this page keeps while it is open, also when it is loaded again. */
export type State = Readonly<{
  results: readonly StepResult[];
  wallet: Facts;
  /** What was said, with tokens, addresses and signatures. It leaves the page only if the user wants that. */
  messages: readonly Exchange[];
  /** The step that is running. */
  running?: string;
}>;

const KEY = 'check';
const EMPTY: State = { results: [], wallet: {}, messages: [] };

/**
 * Returns what was kept. A step that ran when the page was closed is lost. Other pages of this origin may
 * have written it, so what this page would not keep like this is left out.
 */
export function recallState(): State {
  try {
    const kept = read(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    const { running } = kept;
    const state = {
      results: readList(kept['results']).filter(isResult),
      wallet: read(kept['wallet']),
      messages: readList(kept['messages']).filter(isExchange),
    };
    if (!isStep(running)) return state;
    return { ...state, results: [...state.results, { id: running, outcome: 'lost', isExpected: false }] };
  } catch {
    return EMPTY;
  }
}

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isStep = (id: unknown): id is string => STEPS.some((step) => step.id === id);

function isResult(value: unknown): value is StepResult {
  const { id, outcome, link, app, times } = read(value);
  const hasTimes = Object.values(read(times)).every((ms) => typeof ms === 'number');
  const hasLink = link === undefined || typeof read(link)['host'] === 'string';
  const hasApp = app === undefined || typeof read(app)['name'] === 'string';
  return isStep(id) && typeof outcome === 'string' && hasLink && hasApp && hasTimes && times !== null;
}

function isExchange(value: unknown): value is Exchange {
  return typeof read(value)['method'] === 'string';
}

/** Returns whether the state is kept: not if the browser blocks the storage, or has no more room. */
export function keepState(state: State): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state));
    return true;
  } catch {
    return false;
  }
}

export type Report = Awaited<ReturnType<typeof createReport>>;

/**
 * Writes the report, which `readPhoneReport` of the mock wallet reads. With `isPrivate`, it has all messages
 * as they were.
 */
export async function createReport({ wallet, results, messages }: State, isPrivate: boolean) {
  const report = {
    report: 'mobile-wallet-standard/phone',
    version: 1,
    at: new Date().toISOString(),
    browser: await describeBrowser(),
    wallet,
    steps: results,
  };
  return { ...report, differences: findDifferences(report), ...(isPrivate && { messages }) };
}

function findDifferences(report: object) {
  // A wallet app that has only opened this page has nothing to compare.
  if (hasOnlyLinks) return { specification: [], mock: [] };
  try {
    const { fromSpecification, fromMock } = readPhoneReport(report);
    return { specification: fromSpecification, mock: fromMock };
  } catch (error) {
    const sentence = `The wallet cannot be played: ${error instanceof Error ? error.message : error}`;
    return { specification: [sentence], mock: [sentence] };
  }
}

async function describeBrowser(): Promise<object> {
  const { userAgentData } = navigator as Navigator & Readonly<{ userAgentData?: UserAgentData }>;
  const asking = userAgentData?.getHighEntropyValues(['model', 'platformVersion', 'fullVersionList']);
  // TypeScript does not know the name.
  const querying = navigator.permissions.query({ name: 'loopback-network' as PermissionName });
  const [details, permission] = await Promise.all([asking?.catch(() => {}), querying.catch(() => {})]);
  return {
    userAgent: navigator.userAgent,
    ...details,
    protocol: location.protocol,
    appsOnDevice: permission?.state ?? 'unknown',
  };
}

/** Says what a step came to. */
export function describeResult(result: StepResult): string {
  const { outcome, isExpected, rpcCode, closeCode, link, app, times = {} } = result;
  const codes = [rpcCode, closeCode].filter((code) => code !== undefined).join(', ');
  const steps = Object.entries(times).map(
    ([name, ms]) => `${name} ${ms < 1_000 ? `${ms}\u00a0ms` : `${(ms / 1_000).toFixed(1)}\u00a0s`}`,
  );
  const how = outcome !== 'done' && outcome !== 'skipped' && isExpected ? ', as expected' : '';
  const opened = Object.entries({
    ...(link && { [link.host]: link.isPageHidden }),
    ...(app && { [app.name]: app.isPageHidden }),
  }).map(([name, isPageHidden]) => `${name}: page ${isPageHidden ? 'hidden' : 'still visible'}`);
  return [`${outcome}${codes && ` (${codes})`}${how}`, ...opened, ...steps].join(' · ');
}

/** Writes the report in words. */
export function describeReport({ browser, wallet, steps, differences }: Report): string {
  const list = (title: string, lines: readonly string[]): string =>
    `${title}\n${(lines.length > 0 ? lines : ['none found']).map((line) => `- ${line}`).join('\n')}`;
  const titles = new Map(STEPS.map(({ id, title }) => [id, title]));
  return [
    `Browser: ${read(browser)['userAgent']}`,
    list(
      'Steps, with times since the tap',
      steps.map((result) => `${titles.get(result.id)}: ${describeResult(result)}`),
    ),
    list(
      'The wallet',
      Object.entries(wallet).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ),
    list('Differences from the specification', differences.specification),
    list('Differences from the mock wallet', differences.mock),
  ].join('\n\n');
}
