import { expect, type Locator, type Page } from '@playwright/test';
import { readCode } from './qr.js';

/** Reads the code on a page, or in a part of it, as soon as there is one, as the camera of a phone does. */
export async function scanCode(place: Page | Locator): Promise<string> {
  let text: string | undefined;
  const look = async (): Promise<boolean> => {
    text = readCode(await place.screenshot());
    return text !== undefined;
  };
  await expect.poll(look, { message: 'find a code' }).toBe(true);
  return String(text);
}
