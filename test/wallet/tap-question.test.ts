import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SessionUi, Want } from '../../src/dapp/session-ui.js';
import { createTapQuestion } from '../../src/wallet/session/tap-question.js';

afterEach(() => {
  vi.unstubAllGlobals();
});

const SPENT = { isActive: false, hasBeenActive: true };

/** Returns a question whose dialog is answered at once, and a list of what the dialog showed. */
function setUp(answer = true) {
  const asked: (Want | string)[] = [];
  const ui = {
    async tapNeeded({ name, want }) {
      asked.push(`${name}: ${want}`);
      return answer;
    },
  } satisfies Pick<SessionUi, 'tapNeeded'>;
  const question = createTapQuestion('Example', ui);
  return { question, asked };
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

  it.each<[readonly Want[], Want]>([
    [['connect'], 'connect'],
    [['signIn', 'connect'], 'signIn'],
    [['other', 'signature', 'signIn'], 'signature'],
    [['signature', 'send'], 'send'],
    [['other'], 'other'],
  ])('for calls that want %j names %s', async (wants, named) => {
    vi.stubGlobal('navigator', { userActivation: SPENT });
    const { question, asked } = setUp();
    question.onOpen({ closed: Promise.resolve() });
    await question.during('send', async () => {});
    let settle = (): void => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const calls = wants.map((want) => question.during(want, () => settled));
    await question.ask(signal);
    settle();
    await Promise.all(calls);
    expect(asked).toEqual([`Example: ${named}`]);
  });

  it('that is cancelled rejects with USER_CANCELLED, or like its session', async () => {
    vi.stubGlobal('navigator', { userActivation: SPENT });
    const { question } = setUp(false);
    question.onOpen({ closed: Promise.resolve() });
    await expect(question.ask(signal)).rejects.toMatchObject({ code: 'USER_CANCELLED' });
    await expect(question.ask(AbortSignal.abort('ended'))).rejects.toBe('ended');
  });
});
