import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import type { LiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { handleJsonRpc } from '../mock/src/chains.js';
import type { MockWallet } from '../mock/src/index.js';
import type { TestVerbs, TestWallet } from '../mock/src/testing.js';
import type { Tab } from './browsers/engine.js';
import { tap, waitFor } from './browsers/screen.js';
import type { ScriptPage } from './bundle.js';

// The demo's page /check, in any browser.

export type Report = Readonly<{
  wallet: unknown;
  steps: readonly Readonly<{ id: string; outcome: string; isExpected: boolean; times: object }>[];
  differences: Readonly<{ specification: readonly string[]; mock: readonly string[] }>;
}>;

type Wallet = MockWallet & TestVerbs;

/** What the wallet and its user do in a step, other than to approve. `act` is done while the wallet waits. */
const OTHERWISE: Readonly<
  Record<string, Readonly<{ plan(wallet: Wallet): void; act?(tab: Tab): Promise<void> }>>
> = {
  Decline: { plan: (wallet) => wallet.declineNext() },
  'Return without an answer': {
    plan: (wallet) => wallet.answerNext({ instead: { type: 'silence' } }, 'sign_messages'),
    async act(tab) {
      await tab.evaluate(`(${leaveAndReturn})()`);
      await tap(tab, 'Cancel');
    },
  },
  'Close the wallet app': {
    plan: (wallet) => wallet.answerNext({ instead: { type: 'crash' } }, 'sign_messages'),
  },
};

function leaveAndReturn(): void {
  for (const visibilityState of ['hidden', 'visible']) {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  }
}

/**
 * Walks through the page, and returns the report that arrives, as text and parsed, and what it must not have.
 */
export async function walkThroughCheck(tab: Tab, wallet: Wallet, folder: string) {
  // The page loads itself again before the second visit, and what is evaluated meanwhile fails.
  const patient: Tab = { ...tab, evaluate: (expression) => tab.evaluate(expression).catch(() => undefined) };
  const press = async (selector: string, key: 'Enter' | 'Space'): Promise<void> => {
    await tab.evaluate(`document.querySelector('${selector}').focus()`);
    await tab.press(key);
  };
  const countMessages = (): number =>
    wallet.requests.filter(({ method }) => method === 'sign_messages').length;
  for (let done = 0; done < 10; done++) {
    const title = await waitFor<string>(patient, `(${readStep})(${done})`);
    const { plan, act } = OTHERWISE[title] ?? {};
    plan?.(wallet);
    const before = countMessages();
    await press('.main', 'Enter');
    if (!act) continue;
    // A user cannot come back before the wallet has opened.
    await expect.poll(countMessages).toBeGreaterThan(before);
    await act(tab);
  }
  await waitFor(patient, "document.querySelector('.findings') !== null");
  await press('.findings .main', 'Enter');
  const name = await waitFor<string>(
    tab,
    "/Written: (.+)/.exec(document.querySelector('.findings').innerText)?.[1]",
  );
  const written = await readFile(join(folder, name), 'utf8');
  await press('.findings input', 'Space');
  const json = "document.querySelector('.findings textarea').value";
  await waitFor(tab, `${json}.includes('"messages"')`);
  const { messages } = JSON.parse(String(await tab.evaluate(json)));
  return { text: written, report: JSON.parse(written) as Report, secrets: [...getLongTexts(messages)] };
}

/** Returns the title of the step that is to be done after so many others. */
function readStep(done: number): string | undefined {
  const title = document.querySelector('[data-state=now] h2')?.textContent ?? undefined;
  const isOnSecondVisit = performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');
  if (title?.startsWith('A second visit') && !isOnSecondVisit) return undefined;
  return document.querySelectorAll('[data-step]').length === done ? title : undefined;
}

/** Yields the texts of JSON that are as long as an address, or longer. */
function* getLongTexts(value: unknown): Generator<string> {
  if (typeof value === 'string' && value.length > 31) yield value;
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* getLongTexts(member);
}

/**
 * Serves the site at `url` again, for Firefox, which Playwright does not drive: with the wallet, and the
 * chain as devnet. There the library launches by a hidden frame, which the page's script sees.
 */
export async function serveBeside(url: string, wallet: TestWallet, chain: LiteSvmChain): Promise<ScriptPage> {
  const script = `<script>
    globalThis[Symbol.for('${PLAYED_PHONE}')] = true;
    const { fetch: fetchFrom } = window;
    window.fetch = (url, options) => fetchFrom(String(url).includes('devnet') ? '/rpc' : url, options);
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const { src } of addedNodes)
          if (src?.startsWith('solana-wallet:')) fetchFrom('/launch', { method: 'POST', body: src });
    }).observe(document.documentElement, { childList: true });
  </script>`;
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    const body = method === 'POST' ? await text(request) : null;
    if (path === '/launch') {
      await wallet.openAssociation(body ?? '');
      return response.writeHead(204).end();
    }
    if (path === '/rpc') return response.end(await handleJsonRpc(chain, body ?? ''));
    const token = request.headers['x-report-token'];
    const headers: HeadersInit = typeof token === 'string' ? { 'X-Report-Token': token } : {};
    const answer = await fetch(new URL(path, url), { method, body, headers });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'Content-Type': type });
    if (type.startsWith('text/html'))
      return response.end((await answer.text()).replace('<head>', () => `<head>${script}`));
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
