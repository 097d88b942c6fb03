import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';

/** The wallet's account. */
export const SEED = new Uint8Array(32).fill(7);
export const PUBLIC_KEY = ed25519.getPublicKey(SEED);
export const KEY = Buffer.from(PUBLIC_KEY).toString('base64');
/** A blockhash of no chain, for transactions that are not sent. */
export const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';

type Operation = readonly [client: string, operation: string, input?: unknown];

/** Starts an operation of one of the clients of the open page by a click. */
export async function submit(page: Page, ...[client, operation, input]: Operation): Promise<void> {
  await page.locator('textarea').fill(JSON.stringify({ client, operation, input }));
  await page.getByRole('button', { name: 'Run' }).click();
}

/** Opens the page at `url` and starts an operation of one of its clients by a click. */
export async function start(page: Page, url: string, ...operation: Operation): Promise<void> {
  await page.goto(url);
  await submit(page, ...operation);
}

/** Runs an operation in the open page. Returns its outcome, an error as `{ error }`. */
export async function runHere(page: Page, ...operation: Operation) {
  await submit(page, ...operation);
  const outcome = page.locator('output[name=outcome]');
  await expect(outcome).not.toBeEmpty();
  return JSON.parse(await outcome.innerText());
}

/** Opens the page at `url` and runs an operation there, as {@link runHere} does. */
export async function run(page: Page, url: string, ...operation: Operation) {
  await page.goto(url);
  return runHere(page, ...operation);
}
