import { expect, it, vi } from 'vitest';
import { openPage } from '../../../test/support/left-page.js';
import { watchUser } from './user-moves.js';

type Page = ReturnType<typeof openPage> & Readonly<{ repeat(): void; show(): void; stop(): void }>;

/** What is told of a visit of a second. */
const VISIT = ['left', 'perhaps left', 'back after 1000', 'perhaps back'];
/** Lets what runs a task later run. */
const pass = () => new Promise((resolve) => setTimeout(resolve));

it.each<[what: string, told: readonly string[], ...acts: ((page: Page) => void)[]]>([
  [
    'hides the page, which loses the focus, and returns',
    VISIT,
    (page) => page.leave(),
    (page) => page.returnToPage(),
  ],
  [
    'opens a sheet above the page, and closes it',
    ['perhaps left', 'perhaps back'],
    (page) => page.leave('unfocused'),
    (page) => page.returnToPage(),
  ],
  [
    'clicks into a frame, of which Firefox says at first that it is not the page',
    [],
    (page) => {
      page.leave('unfocused');
      page.returnToPage();
    },
  ],
  [
    'hides the page, which keeps the focus, and shows it',
    VISIT,
    (page) => page.leave('hidden alone'),
    (page) => page.show(),
  ],
  [
    'hides the page, which gets the focus before it is visible',
    ['left', 'perhaps left'],
    (page) => page.leave('hidden alone'),
    (page) => page.moveFocus(),
  ],
  [
    'hides the page for two seconds, within which a script says again that it is hidden',
    ['left', 'perhaps left', 'left', 'back after 2000', 'perhaps back'],
    (page) => page.leave(),
    (page) => page.repeat(),
    (page) => page.returnToPage(),
  ],
  [
    'hides the page twice, and stays between',
    [...VISIT, ...VISIT],
    (page) => page.leave(),
    (page) => page.returnToPage(),
    (page) => page.leave(),
    (page) => page.returnToPage(),
  ],
  [
    'is back, of which a script tells again',
    VISIT,
    (page) => page.leave(),
    (page) => page.returnToPage(),
    (page) => page.repeat(),
  ],
  [
    'leaves the page right before nobody follows that any more',
    [],
    (page) => {
      page.leave('unfocused');
      page.stop();
    },
  ],
])('tells of a user who %s', async (_, told, ...acts) => {
  const end = new AbortController();
  const repeat = () => void document.dispatchEvent(new Event('visibilitychange'));
  const page: Page = {
    ...openPage(),
    repeat,
    show() {
      Object.assign(document, { visibilityState: 'visible' });
      repeat();
    },
    stop: () => end.abort(),
  };
  let now = 0;
  for (const clock of [performance, Date]) vi.spyOn(clock, 'now').mockImplementation(() => now);
  const seen: string[] = [];
  watchUser(
    {
      onLeft: () => seen.push('left'),
      onBack: (ms) => seen.push(`back after ${ms}`),
      onPerhapsLeft: () => seen.push('perhaps left'),
      onPerhapsBack: () => seen.push('perhaps back'),
    },
    end.signal,
  );
  for (const act of acts) {
    act(page);
    await pass();
    now += 1_000;
  }
  expect(seen).toEqual(told);
});
