import { expect, type Page } from '@playwright/test';

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
