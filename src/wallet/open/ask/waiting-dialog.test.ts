import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectQuick } from '../../../../test/support/patience.js';
import type { ProgressState } from '../../../dapp/open/progress.js';
import type { SessionUi } from '../../../dapp/open/session-ui.js';
import { createWaitingDialog } from './waiting-dialog.js';
import { getWaitingView, type WaitingFacts } from './waiting-view.js';

describe('the facts', () => {
  const OPEN: WaitingFacts = {
    state: 'waiting',
    isElsewhere: false,
    launchedAt: 10_000,
    returnedAt: 20_000,
    perhapsReturnedAt: 20_001,
    inputAt: 9_000,
    pendingSince: 30_000,
    isHidden: false,
    want: 'send',
    offer: undefined,
    askAgain: undefined,
  };
  const OFFER = { offer: 'other-app' } as const;
  const NEVER_AWAY = Number.NEGATIVE_INFINITY;
  const want = 'send' as const;
  const PLAIN = { want, remote: false, canReopen: false, canHide: false, askAgain: undefined };
  const plain = (from: number) => ({ ...PLAIN, from });
  const reopen = (from: number) => ({ ...PLAIN, canReopen: true, from });
  const remote = (from: number) => ({ ...PLAIN, remote: true, from });
  const hide = (from: number) => ({ ...PLAIN, canHide: true, from });

  const askAgain = () => {};
  const other = (from: number) => ({ ...reopen(from), offer: 'other-app' });

  it.each<[facts: string, change: Partial<WaitingFacts>, view: object | undefined]>([
    ['another app, and a return from one that opens', { ...OFFER, state: 'launching' }, other(20_500)],
    ['another app, and a return from one that is dialled', { ...OFFER, state: 'connecting' }, other(20_500)],
    ['another app, but no return', { ...OFFER, state: 'launching', returnedAt: NEVER_AWAY }, reopen(13_000)],
    ['another app, but a session', OFFER, plain(31_000)],
    [
      'another app, but a code that was scanned',
      { ...OFFER, state: 'connecting', isElsewhere: true },
      remote(20_500),
    ],
    ['no session', { state: 'idle' }, undefined],
    ['a session that is being prepared', { state: 'preparing' }, undefined],
    ['the question of the browser', { state: 'permission' }, undefined],
    ['a code', { state: 'scanning', isElsewhere: true }, undefined],
    ['an app that opens', { state: 'launching', returnedAt: NEVER_AWAY }, reopen(13_000)],
    ['an app that has opened before', { state: 'launching', returnedAt: 9_000 }, reopen(13_000)],
    ['a return from an app that opens', { state: 'launching' }, reopen(20_500)],
    ['a return from an app that is dialled', { state: 'connecting' }, reopen(20_500)],
    ['a code that was scanned', { state: 'connecting', isElsewhere: true }, remote(20_500)],
    ['a page that is never left', { returnedAt: NEVER_AWAY, perhapsReturnedAt: NEVER_AWAY }, undefined],
    [
      'a page that was left before the launch alone',
      { returnedAt: 9_000, perhapsReturnedAt: 9_001 },
      undefined,
    ],
    ['a call after a return that is uncertain', { returnedAt: NEVER_AWAY }, hide(33_000)],
    ['one before it', { returnedAt: NEVER_AWAY, pendingSince: 15_000 }, hide(23_001)],
    ['input after it', { returnedAt: NEVER_AWAY, pendingSince: 15_000, inputAt: 22_000 }, hide(25_000)],
    ['a pointer that is held down', { returnedAt: NEVER_AWAY, inputAt: Infinity }, hide(Infinity)],
    ['a dialog that was hidden', { returnedAt: NEVER_AWAY, isHidden: true }, undefined],
    ['a return after it was hidden', { isHidden: true }, plain(31_000)],
    [
      'an uncertain return from an app that opens',
      { state: 'launching', returnedAt: NEVER_AWAY, inputAt: 12_000 },
      reopen(13_000),
    ],
    [
      'an uncertain return to a call elsewhere',
      { isElsewhere: true, returnedAt: NEVER_AWAY },
      remote(31_000),
    ],
    ['a call before the return', { pendingSince: 15_000 }, plain(20_500)],
    ['a call after the return', {}, plain(31_000)],
    ['a token without an answer', { askAgain }, { ...plain(31_000), askAgain }],
    ['a call elsewhere', { isElsewhere: true, returnedAt: NEVER_AWAY }, remote(31_000)],
    ['a return to a call elsewhere', { isElsewhere: true, returnedAt: 40_000 }, remote(40_500)],
    ['no call while the app opens', { state: 'launching', pendingSince: undefined }, undefined],
    ['no call', { pendingSince: undefined }, undefined],
    ['no call elsewhere', { pendingSince: undefined, isElsewhere: true }, undefined],
  ])('%s', (_, change, view) => {
    expect(getWaitingView({ ...OPEN, ...change })).toEqual(view);
  });
});

describe('the waiting dialog', () => {
  type Shown = Parameters<SessionUi['waiting']>[0];
  const events = new EventEmitter();

  const setVisibility = (visibilityState: DocumentVisibilityState) => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  beforeEach(() => {
    vi.stubGlobal(
      'document',
      Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true }),
    );
  });

  /** Creates a dialog, and a list of what it shows: the names of what it was passed, or `plain`. */
  function setUp() {
    const log: string[] = [];
    const dialog = createWaitingDialog(
      'Example',
      ({ signal, name: _name, want: _want, cancel, ...offered }: Shown) => {
        log.push(Object.keys({ ...offered, ...offered.remote }).join(' with ') || 'plain');
        signal.addEventListener('abort', () => log.push('closed'));
        events.emit('shown', dialog);
      },
      () => {},
    );
    let end: (() => void) | undefined;
    /** Goes through states, separated by spaces. A call is pending from the first to `ready` or `idle`. */
    const go = (states: string): void => {
      for (const state of states.split(' ').filter(Boolean)) {
        if (state === 'launching') dialog.setReopen(() => {});
        if (state === 'ready' || state === 'idle') {
          end?.();
          end = undefined;
        } else end ??= dialog.begin('send');
        if (state !== 'ready') dialog.onProgress(state as ProgressState);
      }
    };
    /** Resolves when it is shown, and so is what was due before: timers fire in the order of their ends. */
    const whenShown = async (): Promise<void> => {
      for (;;) if ((await once(events, 'shown'))[0] === dialog) return;
    };
    return { dialog, log, go, whenShown };
  }

  it('depends on whether the user has left the page and returned', async () => {
    // What it shows until the user has returned, half a second later, and after the last states.
    const rows: [before: string, away: string, back: string, later: string, expected: string][] = [
      ['preparing permission', '', '', '', '| |'],
      ['launching', '', '', 'ready', '| reopen | closed'],
      ['launching', '', '', 'waiting', '| reopen | plain closed'],
      ['launching', '', '', 'scanning', '| reopen | closed'],
      ['launching', '', 'waiting', '', '| plain |'],
      ['launching', 'waiting', '', 'idle', '| plain | closed'],
      ['launching waiting', '', '', 'ready', '| plain | closed'],
      ['launching', 'waiting ready', '', '', '| |'],
      ['launching', '', 'idle', '', '| |'],
      ['launching idle', '', '', '', '| |'],
      ['scanning', '', '', '', '| |'],
      ['scanning', 'connecting', '', 'ready', '| remote | closed'],
      ['scanning connecting', '', '', '', 'remote | |'],
      ['scanning connecting', 'waiting', '', 'ready', 'remote | | closed'],
    ];
    setMaxListeners(0, document);
    const dialogs = rows.map((states) => ({ states, ...setUp() }));
    const goAll = (index: 0 | 1 | 2 | 3): void => {
      for (const { states, go } of dialogs) go(states[index]);
    };
    /** Notes in each list that so much time has passed. */
    const mark = (): void => {
      for (const { log } of dialogs) log.push('|');
    };
    goAll(0);
    setVisibility('hidden');
    goAll(1);
    setVisibility('visible');
    goAll(2);
    await setTimeout();
    mark();
    // Shown twice as long after now, so after the others, which timers of equal ends may not be.
    const last = setUp();
    last.go('scanning waiting');
    await last.whenShown();
    mark();
    goAll(3);
    await setTimeout();
    expect(dialogs.map(({ states, log }) => [...states.slice(0, 4), log.join(' ')])).toEqual(rows);
  });

  it('appears after three seconds if the wallet app is slow to open, until it opens', async () => {
    const [answered, preparing, scanning, slow] = [setUp(), setUp(), setUp(), setUp()];
    answered.go('launching waiting');
    preparing.go('preparing permission');
    scanning.go('scanning');
    slow.go('launching');
    await slow.whenShown();
    slow.go('waiting');
    await setTimeout();
    const logs = [answered, preparing, scanning, slow].map(({ log }) => log);
    expect(logs).toEqual([[], [], [], ['reopen', 'closed']]);
  });

  it('appears for a call that begins after the user has returned, and only while one is pending', async () => {
    const { dialog, log, whenShown } = setUp();
    dialog.onProgress('launching');
    setVisibility('hidden');
    dialog.onProgress('waiting');
    setVisibility('visible');
    const last = setUp();
    last.go('scanning waiting');
    await last.whenShown();
    expect(log).toEqual([]);
    const ends = [dialog.begin('send'), dialog.begin('send')];
    await whenShown();
    for (const end of [ends[0], ends[0]]) end?.();
    expect(log).toEqual(['plain']);
    ends[1]?.();
    expect(log).toEqual(['plain', 'closed']);
  });

  it('is replaced without a gap also if its timer was early, as those of Node are by up to a millisecond', async () => {
    const real = performance.now.bind(performance);
    let stopped: number | undefined;
    vi.spyOn(performance, 'now').mockImplementation(() => stopped ?? real());
    const { dialog, log, go, whenShown } = setUp();
    go('launching');
    setVisibility('hidden');
    stopped = real();
    setVisibility('visible');
    // Half a second after the return, but for a moment.
    stopped += 499.5;
    await whenShown();
    dialog.onProgress('waiting');
    expect(log).toEqual(['reopen', 'plain', 'closed']);
  });

  it('says what the most important of the pending calls wants, and follows it', () => {
    const log: string[] = [];
    const dialog = createWaitingDialog(
      'Example',
      ({ signal, name, want }) => {
        log.push(`${name}: ${want}`);
        signal.addEventListener('abort', () => log.push(`no ${want}`));
      },
      () => {},
    );
    const connected = dialog.begin('connect');
    for (const state of ['scanning', 'connecting'] as const) dialog.onProgress(state);
    const sent = dialog.begin('send');
    const signed = dialog.begin('signature');
    connected();
    sent();
    expect(log).toEqual([
      'Example: connect',
      // One takes the place of the other before that is withdrawn, so that there is no gap.
      'Example: send',
      'no connect',
      'Example: signature',
      'no send',
    ]);
    signed();
    expect(log.at(-1)).toBe('no signature');
  });

  it('takes as long for one call of many as for one of few', async () => {
    const { dialog } = setUp();
    // Quadratic time, if each looked at all that are pending, is four times the limit or more.
    await expectQuick(() => {
      const ends = Array.from({ length: 20_000 }, () => dialog.begin('signature'));
      for (const end of ends) end();
    });
  });

  it('can be cancelled while it is shown, and not later', () => {
    const shown: Shown[] = [];
    let cancelled = 0;
    const dialog = createWaitingDialog(
      'Example',
      (options) => void shown.push(options),
      () => void cancelled++,
    );
    dialog.begin('send');
    for (const state of ['scanning', 'connecting'] as const) dialog.onProgress(state);
    shown[0]?.cancel();
    expect(cancelled).toBe(1);
    dialog.onProgress('idle');
    shown[0]?.cancel();
    expect(cancelled).toBe(1);
  });
});
