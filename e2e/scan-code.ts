import { expect, type Page } from '@playwright/test';
import { readCode } from './qr.js';

/** Reads the code on the screen as soon as there is one, as the camera of a phone does. */
export async function scanCode(page: Page): Promise<string> {
  let text: string | undefined;
  const look = async (): Promise<boolean> => {
    text = readCode(await page.screenshot());
    return Boolean(text);
  };
  await expect.poll(look, { message: 'find a code' }).toBe(true);
  return String(text);
}
