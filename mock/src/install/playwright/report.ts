import type { TestInfo } from '@playwright/test';
import type { TestVerbs } from '../testing/tested-wallet.js';

/**
 * Attaches to the report of a test that failed what its mock wallet was asked and answered. For a test that timed out,
 * throws an error that says what the wallet was waiting for, because the error of the timeout cannot say it.
 */
export async function reportWallet(verbs: TestVerbs, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  const explanation = verbs.explainWaiting();
  const { launches, requests } = verbs;
  const body = `${explanation}\n\n${JSON.stringify({ launches, requests }, undefined, 2)}\n`;
  await testInfo.attach('mock wallet', { body, contentType: 'text/plain' });
  if (testInfo.status !== 'timedOut') return;
  testInfo.annotations.push({ type: 'mock wallet', description: explanation });
  const error = new Error(`The mock wallet, when the test timed out:\n${explanation}`);
  // The lines of this package would say nothing about the test.
  error.stack = `Error: ${error.message}`;
  throw error;
}
