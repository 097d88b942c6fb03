import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { WalletAccount } from '@wallet-standard/base';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUi } from '../../src/dapp/open/session-ui.js';
import { createUi as createUiOf } from '../../src/wallet/open/ask/session-dialogs.js';
import { createWaitingDialog, type WaitingDialog } from '../../src/wallet/open/ask/waiting-dialog.js';
import type { Dialogs } from '../../src/wallet/options.js';
import { OTHER_SEED, SEED, shareAll } from '../support/mock-wallet.js';
import { setUpRemote } from '../support/remote.js';

/** Returns a dapp's dialogs as a session has them. */
const createUi = (dialogs: Dialogs) => createUiOf(dialogs, {}, () => 'other');

beforeEach(() => {
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { visibilityState: 'visible', hasFocus: () => true }),
  );
});

type Shown = Parameters<SessionUi['waiting']>[0];

const OPEN = ['scanning', 'connecting', 'waiting'] as const;

/** Opens a session with a wallet on another device, by a call that settles. */
function openSession(dialog: WaitingDialog): void {
  const end = dialog.begin('send');
  for (const state of OPEN) dialog.onProgress(state);
  end();
}

/** Returns a waiting dialog, and what it showed. `next` resolves the next time that it is shown. */
function setUp(address?: string) {
  const shown: Shown[] = [];
  const events = new EventEmitter();
  const dialog = createWaitingDialog(
    'Example',
    (options) => {
      shown.push(options);
      events.emit('shown');
    },
    () => {},
    () => address,
  );
  const next = async (): Promise<Shown | undefined> => {
    await once(events, 'shown');
    return shown.at(-1);
  };
  return { dialog, shown, next };
}

describe('the waiting dialog of a wallet on another device', () => {
  it('takes the place of the code that was scanned, and closes with the answer', () => {
    const { dialog, shown } = setUp();
    const end = dialog.begin('send');
    for (const state of ['preparing', ...OPEN] as const) dialog.onProgress(state);
    expect(shown).toMatchObject([{ remote: {} }]);
    expect(shown[0]?.signal.aborted).toBe(false);
    end();
    expect(shown[0]?.signal.aborted).toBe(true);
  });

  it('appears for a later request in the same session, unless the wallet answers at once', async () => {
    const answered = setUp();
    const waiting = setUp('address');
    for (const { dialog } of [answered, waiting]) openSession(dialog);
    const end = answered.dialog.begin('send');
    waiting.dialog.begin('send');
    end();
    expect(await waiting.next()).toMatchObject({ remote: { address: 'address' } });
    expect(waiting.shown).toHaveLength(2);
    expect(answered.shown).toHaveLength(1);
  });

  it('appears however often the dapp calls while a request is pending', async () => {
    const { dialog, next } = setUp();
    openSession(dialog);
    dialog.begin('send');
    const calling = setInterval(() => dialog.begin('send'), 200);
    expect(await next()).toMatchObject({ remote: {} });
    clearInterval(calling);
  });

  it('still belongs to that session after all calls have settled', async () => {
    const { dialog, next } = setUp();
    openSession(dialog);
    dialog.begin('send')();
    dialog.begin('send');
    expect(await next()).toMatchObject({ remote: {} });
  });

  it('appears when the user returns to the page, if the request came while it was hidden', async () => {
    const { dialog, next } = setUp();
    openSession(dialog);
    Object.assign(document, { visibilityState: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    dialog.begin('send');
    // Timers of the same delay fire in order, so after this the dialog has found the page hidden.
    await setTimeout(1_000);
    Object.assign(document, { visibilityState: 'visible', hasFocus: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await next()).toMatchObject({ remote: {} });
  });

  it('is the one of a wallet app again in the next session on this device', async () => {
    const { dialog, next } = setUp('address');
    dialog.begin('send');
    for (const state of ['scanning', 'connecting', 'idle', 'launching'] as const) dialog.onProgress(state);
    expect(await next()).not.toHaveProperty('remote');
  });
});

describe('the waiting dialog of a call', () => {
  it.each([
    ['names the account', [SEED]],
    ['names no account if there are several', [SEED, OTHER_SEED]],
  ])('%s once there is one, and ends the call by Cancel', async (_, seeds) => {
    const shown: Shown[] = [];
    const reasons: string[] = [];
    let isPatient = true;
    const { wallet, scanner, progress } = await setUpRemote(
      {
        accounts: seeds.map((seed) => ({ seed })),
        approve: shareAll,
      },
      {
        dialogs: {
          async scan({ uri, reason }) {
            reasons.push(reason);
            await scanner.scan(uri);
          },
          waiting(options) {
            shown.push(options);
            if (!isPatient) options.cancel();
          },
        },
      },
    );
    const { accounts } = await wallet.features['standard:connect'].connect();
    await scanner.leave();
    await expect.poll(() => progress.at(-1)).toBe('idle');
    isPatient = false;
    const account = accounts[0] as WalletAccount;
    const { signMessage } = wallet.features['solana:signMessage'];
    const message = new Uint8Array(1);
    await expect(signMessage({ account, message })).toRejectWith('USER_CANCELLED');
    const expected = seeds.length === 1 ? { address: account.address } : {};
    expect(shown.map(({ remote }) => remote)).toEqual([{}, expected]);
    isPatient = true;
    expect(await signMessage({ account, message })).toHaveLength(1);
    expect(reasons).toEqual(['first', 'wallet-left', 'cancelled']);
  });
});

describe("a dapp's own dialog for the code", () => {
  const code = { uri: 'solana-wallet:/', lifetimeMs: 1_000, reason: 'first' } as const;

  it('replaces the one of this package', async () => {
    const shown: unknown[] = [];
    const ui = createUi({ scan: (options) => void shown.push(options) });
    const options = { ...code, signal: new AbortController().signal, cancel: () => {} };
    await ui.scan?.(options);
    expect(shown).toEqual([options]);
  });

  it('counts as closed by the user if it throws', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    const failure = new Error('no canvas');
    const ui = createUi({
      scan: () => {
        throw failure;
      },
    });
    const cancel = vi.fn();
    await ui.scan?.({ ...code, signal: new AbortController().signal, cancel });
    expect(cancel).toHaveBeenCalledOnce();
    expect(reported).toEqual([failure]);
  });
});
