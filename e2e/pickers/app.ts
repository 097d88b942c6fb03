import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import { address, getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import { PUBLIC_KEY } from '../interop/run.js';

/** The account of the mock wallet that the pickers connect to. */
export const ADDRESS = getBase58Decoder().decode(PUBLIC_KEY);

/**
 * A probe, which asks whether the wallet listens. Any answer is good, but Chromium logs those that are not
 * 2xx.
 */
const PROBE = /^Failed to load resource: .* \(http:\/\/localhost:\d+\/solana-wallet\)$/;

/** Decodes base64. */
export const decode = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

/** Clicks one of the app's buttons. */
export async function press(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
}

/** Returns the outcome that the app shows. */
export async function readOutcome(page: Page) {
  const outcome = page.getByTestId('outcome');
  await expect(outcome).not.toBeEmpty();
  return JSON.parse(await outcome.innerText());
}

/** Clicks one of the app's buttons. Returns the outcome that the app shows. */
export async function act(page: Page, label: string) {
  await press(page, label);
  return readOutcome(page);
}

/** Answers what pickers load from other sites, such as fonts, with nothing. */
export async function blockOtherSites(page: Page): Promise<void> {
  await page.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => route.fulfill(),
  );
}

/** Collects the page's uncaught errors, and errors on the console except expected ones. */
export function watchErrors(page: Page, expected: readonly RegExp[]): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`;
    const isExpected = [PROBE, ...expected].some((pattern) => pattern.test(text));
    if (message.type() === 'error' && !isExpected) errors.push(text);
  });
  return errors;
}

/** Expects that many transactions, signed by the account. */
export function expectSigned(wires: readonly string[], count: number): void {
  expect(wires).toHaveLength(count);
  for (const wire of wires.map(decode)) {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
    const signature = signatures[address(ADDRESS)] ?? new Uint8Array(64);
    expect(ed25519.verify(signature, Uint8Array.from(messageBytes), PUBLIC_KEY)).toBe(true);
  }
}
