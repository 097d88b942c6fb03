import { expect, type Page } from '@playwright/test';
import type { ApprovalDecision, ApprovalRequest } from '../../mock/src/wallet/approval.js';
import { bundle, type ScriptPage, serveFiles } from '../bundle.js';
import { encodeState, type StateOptions } from './states.js';

type Recorder = Readonly<{ events: readonly unknown[]; show(json: string): void }>;

/** The URL of the approval page of a dapp on example.com. */
const PATH = `/?${new URLSearchParams({ page: 'a', origin: 'https://example.com' })}`;

/** Serves the approval page of a wallet whose requests a test writes. */
export async function serveApprovals(): Promise<ScriptPage> {
  const files = await bundle('approvals/page.ts');
  return serveFiles({ ...files, [PATH]: files['/'] ?? '' });
}

/** Opens the page for a dapp on example.com, and shows requests. Without `requests`, it knows nothing yet. */
export async function openApprovals(
  page: Page,
  site: ScriptPage,
  requests?: readonly ApprovalRequest[],
): Promise<void> {
  await page.goto(`${site.url}${PATH}`);
  await page.locator('body[data-is-watching]').waitFor();
  if (requests) await showRequests(page, requests);
}

/** Shows the requests that wait now. */
export async function showRequests(
  page: Page,
  requests: readonly ApprovalRequest[],
  options: StateOptions = {},
): Promise<void> {
  await page.evaluate((json) => (window as unknown as Recorder).show(json), encodeState(requests, options));
}

/** Returns what the user has done, in order. */
export function getEvents(page: Page): Promise<readonly unknown[]> {
  return page.evaluate(() => (window as unknown as Recorder).events);
}

/** Expects one decision, of request 1. */
export async function expectDecision(page: Page, decision: ApprovalDecision): Promise<void> {
  await expect.poll(() => getEvents(page)).toEqual([{ id: 1, ...decision }]);
}
