import { expect } from '@playwright/test';
import type { Tab } from './engine.js';
import { fund } from './outcomes.js';
import { call, readOutput, tap, waitFor, waitForDialog, waitForNoDialog } from './screen.js';
import { type Dapp, test } from './test.js';

// What the user sees who returns to a page whose call the wallet app has not answered. Drivers of browsers
// neither hide their pages nor take the focus from them, so the page is told so.

/** How the user leaves: the page is hidden, loses the focus, both, or neither. */
const WAYS: Readonly<Record<string, readonly ('hidden' | 'blurred')[]>> = {
  hidden: ['hidden'],
  blurred: ['blurred'],
  'hidden and blurred': ['blurred', 'hidden'],
  'neither hidden nor blurred': [],
};
const CALLS = ['Connect', 'Sign message', 'Send', 'Sign in'];
/** Longer than what it takes for a dialog to appear, whichever it is. */
const LONGEST_MS = 4_000;
/** Longer than what it takes where the user is back for sure. */
const SOON_MS = 2_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isDialogOpen = "document.querySelector('mobile-wallet-dialog') !== null";

async function move(tab: Tab, way: readonly string[], isAway: boolean): Promise<void> {
  for (const part of isAway ? way : [...way].reverse()) {
    const change =
      part === 'blurred'
        ? `document.hasFocus = () => ${!isAway}; dispatchEvent(new Event('${isAway ? 'blur' : 'focus'}'))`
        : `Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${isAway ? 'hidden' : 'visible'}' });
           document.dispatchEvent(new Event('visibilitychange'))`;
    await tab.evaluate(`(() => { ${change} })()`);
  }
}

/** Begins a call. Resolves when the wallet app asks the user, with the function that answers. */
async function begin(tab: Tab, dapp: Dapp, name: string): Promise<() => void> {
  const asked = new Promise<() => void>((resolve) =>
    dapp.approveWith(() => new Promise((answer) => resolve(() => answer({ approved: true })))),
  );
  await tap(tab, name);
  return asked;
}

for (const [how, way] of Object.entries(WAYS)) {
  test(`a page that is ${how} shows what it waits for`, async ({ tab, dapp }) => {
    const isBack = way.includes('hidden');
    const isPerhapsBack = !isBack && way.includes('blurred');
    await tab.open(dapp.getUrl({ blockhash: await fund(dapp) }));
    for (const name of CALLS) {
      // Answered while the user is away.
      const answerAway = await begin(tab, dapp, name);
      await move(tab, way, true);
      answerAway();
      await readOutput(tab);
      await move(tab, way, false);

      const answer = await begin(tab, dapp, name === 'Connect' ? 'Sign in' : name);
      await move(tab, way, true);
      await move(tab, way, false);
      if (isBack) await waitForDialog(tab);
      else await wait(SOON_MS);
      expect(await tab.evaluate(isDialogOpen)).toBe(isBack);
      if (!isBack) await wait(LONGEST_MS - SOON_MS);
      expect(await tab.evaluate(isDialogOpen)).toBe(isBack || isPerhapsBack);

      if (isPerhapsBack) {
        await tab.press('Escape');
        await waitForNoDialog(tab);
        expect(await tab.evaluate("document.querySelector('output')")).toBeNull();
      }
      if (isBack) {
        await tab.press('Escape');
        const error = name === 'Send' ? 'SUBMISSION_UNKNOWN' : 'USER_CANCELLED';
        expect(await readOutput(tab)).toEqual({ error });
        answer();
      } else {
        answer();
        const output = await readOutput(tab);
        // The chain has the transaction already.
        if (name === 'Send') expect(output).toEqual({ error: 'NOT_SUBMITTED' });
        else expect(output).toHaveProperty('result');
      }
      await waitForNoDialog(tab);
    }
  });
}

test('a dialog for a user who is perhaps back ends the call by Cancel', async ({ tab, dapp }) => {
  await tab.open(dapp.getUrl({ blockhash: await fund(dapp) }));
  await call(tab, 'Connect');
  for (const [name, error] of [
    ['Sign message', 'USER_CANCELLED'],
    ['Send', 'SUBMISSION_UNKNOWN'],
  ] as const) {
    await begin(tab, dapp, name);
    await move(tab, ['blurred'], true);
    await move(tab, ['blurred'], false);
    await waitForDialog(tab);
    await tap(tab, 'Cancel');
    expect(await readOutput(tab)).toEqual({ error });
  }
});

test('a click into a frame of the page, and back, is no return', async ({ tab, dapp }) => {
  await tab.open(dapp.url);
  await tab.evaluate(`(() => {
    const frame = document.createElement('iframe');
    frame.srcdoc = '<input style="width: 280px; height: 120px">';
    frame.style.cssText = 'position: fixed; inset: auto 0 0 auto; width: 300px; height: 150px';
    document.body.append(frame);
    globalThis.focuses = [];
    for (const type of ['focus', 'blur']) addEventListener(type, () => focuses.push(type));
  })()`);
  const answer = await begin(tab, dapp, 'Connect');
  for (const [x, y] of [
    [1_130, 725],
    [640, 400],
    [1_130, 725],
    [640, 400],
  ] as const) {
    await tab.click(x, y);
    await wait(100);
  }
  await waitFor(tab, 'focuses.length > 2');
  await wait(LONGEST_MS);
  expect(await tab.evaluate(isDialogOpen)).toBe(false);
  answer();
  expect(await readOutput(tab)).toHaveProperty('result');
});
