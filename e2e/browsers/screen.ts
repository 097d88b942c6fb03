import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { decodeQrCode } from '../../mock/src/phone/decode-qr-code.js';
import type { Tab } from './engine.js';

// What a person does and sees on a page. Each function runs in the page as it is, so it uses nothing outside
// itself.

/** Waits until an expression has a true value, and returns that. */
export async function waitFor<T>(tab: Tab, expression: string, message = expression): Promise<T> {
  let value: unknown;
  await expect
    .poll(
      async () => {
        value = await tab.evaluate(expression);
        return Boolean(value);
      },
      { message, intervals: [20, 50, 100] },
    )
    .toBe(true);
  return value as T;
}

/**
 * Presses the button or link of this name, also in a dialog, as soon as nothing covers it, and the dialog has
 * appeared.
 */
export async function tap(tab: Tab, name: string): Promise<void> {
  const expression = `(${findPoint})(${JSON.stringify(name)})`;
  const { x, y } = await waitFor<{ x: number; y: number }>(tab, expression, `find “${name}”`);
  await tab.click(x, y);
}

/** Presses a button and returns the JSON that the page then shows. */
export async function call(tab: Tab, name: string): Promise<unknown> {
  await tap(tab, name);
  return readOutput(tab);
}

/** Waits for the page's output, and returns its JSON. */
export async function readOutput(tab: Tab): Promise<unknown> {
  return JSON.parse(await waitFor<string>(tab, "document.querySelector('output')?.textContent"));
}

/** Waits until a dialog is open, and returns its title. */
export function waitForDialog(tab: Tab): Promise<string> {
  return waitFor(tab, `(${readTitle})()`, 'find a dialog');
}

/** Returns the text of the open dialog, if there is one: its title, sentences and steps. */
export function readDialog(tab: Tab): Promise<unknown> {
  return tab.evaluate(
    "document.querySelector('mobile-wallet-dialog')?.shadowRoot.querySelector('[role=status]').textContent ?? ''",
  );
}

/** Reads the code on the screen, as the camera of a phone does. */
export async function scanCode(tab: Tab): Promise<string> {
  let text: string | undefined;
  const look = async (): Promise<boolean> => {
    const { data, width, height } = PNG.sync.read(await tab.takeScreenshot());
    text = decodeQrCode({ data: new Uint8ClampedArray(data), width, height });
    return Boolean(text);
  };
  await expect.poll(look, { message: 'find a code' }).toBe(true);
  return String(text);
}

/** Waits until no dialog is open. */
export async function waitForNoDialog(tab: Tab): Promise<void> {
  await waitFor(tab, "document.querySelector('mobile-wallet-dialog') === null");
}

/** Returns the name of the button or link that has the focus, otherwise the name of the element. */
export function getFocused(tab: Tab): Promise<unknown> {
  return tab.evaluate(`(${readFocused})()`);
}

function findPoint(name: string): Readonly<{ x: number; y: number }> | undefined {
  const dialog = document.querySelector('mobile-wallet-dialog')?.shadowRoot;
  // A button that still moves would no longer be where the click is.
  if (dialog?.querySelector('dialog')?.getAnimations().length) return undefined;
  for (const root of dialog ? [dialog] : [document]) {
    for (const element of root.querySelectorAll('button, a[href]')) {
      if (element.textContent?.trim() !== name) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      if (root.elementFromPoint(point.x, point.y) === element) return point;
    }
  }
  return undefined;
}

function readTitle(): string | undefined {
  const root = document.querySelector('mobile-wallet-dialog')?.shadowRoot;
  const dialog = root?.querySelector('dialog');
  const label = dialog?.getAttribute('aria-labelledby');
  return dialog?.open && label ? (root?.getElementById(label)?.textContent ?? undefined) : undefined;
}

function readFocused(): string {
  const element = document.activeElement;
  const focused = element?.shadowRoot?.activeElement ?? element;
  return focused?.matches('button, a') ? `${focused.textContent}` : `${focused?.localName}`;
}
