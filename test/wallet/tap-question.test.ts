import { describe, expect, it, vi } from 'vitest';
import type { DialogChoice, SessionUi, Want } from '../../src/dapp/open/session-ui.js';
import { createTapQuestion } from '../../src/wallet/open/ask/tap-question.js';
import { createWaitingDialog } from '../../src/wallet/open/ask/waiting-dialog.js';

import { createEvent } from '../support/event.js';

const SPENT = { isActive: false, hasBeenActive: true };

/** Returns a question whose dialog is answered at once, and a list of what the dialog showed. */
function setUp(answer: DialogChoice = 'open-wallet') {
  const asked: (Want | string)[] = [];
  const ui = {
    async tapNeeded({ name, want }) {
      asked.push(`${name}: ${want}`);
      return answer;
    },
  } satisfies Pick<SessionUi, 'tapNeeded'>;
  const { begin, getWant } = createWaitingDialog('Example', undefined, () => {});
  return { question: createTapQuestion('Example', ui, getWant), begin, asked };
}

/** Opens a page. `firstInputs` is what the browser has noted of its first tap. */
function openPage(firstInputs: readonly object[] = []) {
  /** What listens to taps on their way down, because a page may stop them on their way up. */
  const taps = new Map<string, () => void>();
  const userActivation = { isActive: false, hasBeenActive: false };
  vi.stubGlobal('addEventListener', (type: string, listener: () => void, isCapture: unknown) => {
    if (isCapture === true) taps.set(type, listener);
  });
  vi.stubGlobal('navigator', { userActivation });
  vi.stubGlobal('PerformanceObserver', function createObserver() {
    let records: readonly object[] = [];
    return {
      observe(options: PerformanceObserverInit) {
        if (options.type === 'first-input' && options.buffered) records = firstInputs;
      },
      takeRecords: () => records,
      disconnect() {},
    };
  });
  return {
    taps,
    userActivation,
    /** Sets the page's clock, and taps if `type` names the tap's event. */
    at(ms: number, type?: string) {
      vi.spyOn(performance, 'now').mockReturnValue(ms);
      if (type) taps.get(type)?.();
    },
  };
}

/** Returns a page, and its question as {@link setUp} does. */
function setUpPage(firstInputs?: readonly object[]) {
  const page = openPage(firstInputs);
  return { page, ...setUp() };
}

const { signal } = new AbortController();

describe('a question for a tap', () => {
  it.each<[string, object | undefined, readonly string[]]>([
    ['a spent tap', { userActivation: SPENT }, ['Example: other']],
    ['a tap', { userActivation: { ...SPENT, isActive: true } }, []],
    ['never a tap', { userActivation: { isActive: false, hasBeenActive: false } }, []],
    ['a browser without user activation', {}, []],
    ['no browser', undefined, []],
  ])('after a session, with %s', async (_, navigator, expected) => {
    vi.stubGlobal('navigator', navigator);
    const { question, asked } = setUp();
    question.onOpen({ closed: Promise.resolve() });
    await question.ask(signal);
    expect(asked).toEqual(expected);
  });

  it('is asked while the last session is still closing', async () => {
    vi.stubGlobal('navigator', { userActivation: SPENT });
    const { question, asked } = setUp();
    question.onOpen({ closed: new Promise(() => {}) });
    await question.ask(signal);
    expect(asked).toEqual(['Example: other']);
  });

  it('is not asked before the first session', async () => {
    vi.stubGlobal('navigator', { userActivation: SPENT });
    const { question, asked } = setUp();
    await question.ask(signal);
    expect(asked).toEqual([]);
  });

  it.each(['pointerup', 'keydown', 'click'])('is asked for a minute after a tap (%s)', async (type) => {
    const { page, question, asked } = setUpPage();
    Object.assign(page.userActivation, { isActive: true });
    page.at(10_000, type);
    Object.assign(page.userActivation, SPENT);
    // A script can click, too.
    page.at(20_000, type);
    page.at(69_999);
    await question.ask(signal);
    page.at(70_000);
    await question.ask(signal);
    expect(asked).toEqual(['Example: other']);
  });

  it('is asked after a tap that came before the code was loaded', async () => {
    const { page, question, asked } = setUpPage([{ startTime: 10_000 }]);
    Object.assign(page.userActivation, SPENT);
    page.at(69_999);
    await question.ask(signal);
    page.at(70_000);
    await question.ask(signal);
    expect(asked).toEqual(['Example: other']);
  });

  it('is asked for a minute after the last session has closed', async () => {
    const { page, question, asked } = setUpPage();
    Object.assign(page.userActivation, SPENT);
    const [first, last] = [createEvent(), createEvent()];
    question.onOpen({ closed: first.happened });
    question.onOpen({ closed: last.happened });
    first.happen();
    await first.happened;
    page.at(100_000);
    await question.ask(signal);
    last.happen();
    await last.happened;
    page.at(159_999);
    await question.ask(signal);
    page.at(160_000);
    await question.ask(signal);
    expect(asked).toEqual(['Example: other', 'Example: other']);
  });

  it('is not asked after a tap in a browser without user activation', async () => {
    const { page, question, asked } = setUpPage();
    vi.stubGlobal('navigator', {});
    page.at(10_000, 'click');
    await question.ask(signal);
    expect(asked).toEqual([]);
  });

  it('listens for no taps without a dialog, and is never asked', async () => {
    const page = openPage();
    for (const ui of [undefined, {}]) {
      const question = createTapQuestion('Example', ui, () => 'other');
      question.onOpen({ closed: new Promise(() => {}) });
      Object.assign(page.userActivation, SPENT);
      await question.ask(signal);
    }
    expect(page.taps.size).toBe(0);
  });

  it.each<[readonly Want[], Want]>([
    [['connect'], 'connect'],
    [['sign-in', 'connect'], 'sign-in'],
    [['other', 'signature', 'sign-in'], 'signature'],
    [['signature', 'send'], 'send'],
    [['other'], 'other'],
  ])('for calls that want %j names %s', async (wants, named) => {
    vi.stubGlobal('navigator', { userActivation: SPENT });
    const { question, begin, asked } = setUp();
    question.onOpen({ closed: Promise.resolve() });
    const noteEnd = begin('send');
    noteEnd();
    for (const want of wants) begin(want);
    await question.ask(signal);
    expect(asked).toEqual([`Example: ${named}`]);
  });

  it('that is cancelled rejects with USER_CANCELLED, or like its session', async () => {
    vi.stubGlobal('navigator', { userActivation: SPENT });
    const { question } = setUp('cancel');
    question.onOpen({ closed: Promise.resolve() });
    await expect(question.ask(signal)).toRejectWith('USER_CANCELLED');
    await expect(question.ask(AbortSignal.abort('ended'))).rejects.toBe('ended');
  });
});
