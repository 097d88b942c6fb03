import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';

/** The wallet's account. */
export const SEED = new Uint8Array(32).fill(7);
export const PUBLIC_KEY = ed25519.getPublicKey(SEED);
export const KEY = Buffer.from(PUBLIC_KEY).toString('base64');
/** Of no chain: good for what is not sent. */
export const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';

/** Opens the page at `url` and starts an operation of one of its clients, by a click as a person does. */
export async function start(
  page: Page,
  url: string,
  client: string,
  operation: string,
  input?: unknown,
): Promise<void> {
  await page.goto(url);
  await page.locator('textarea').fill(JSON.stringify({ client, operation, input }));
  await page.getByRole('button', { name: 'Run' }).click();
}

/** Runs an operation; gives what came of it, an error as `{ error }`. */
export async function run(...parameters: Parameters<typeof start>) {
  const [page] = parameters;
  await start(...parameters);
  await expect(page.locator('output')).not.toBeEmpty();
  return JSON.parse(await page.locator('output').innerText());
}
