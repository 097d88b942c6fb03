import { describe, expect, it } from 'vitest';
import { createPhone } from '../../test/support/phone.js';
import { MobileWalletError } from '../errors.js';
import { openSession } from './session.js';
import type { SessionUi } from './ui.js';

const NOT_FOUND = new MobileWalletError('WALLET_NOT_FOUND', 'none');
/** Given because Node 20 has no `WebSocket` for the default one. */
const dial = () => Promise.reject(NOT_FOUND);

/** Creates a user who presses "try again" a given number of times, and then closes the dialog. */
const createUser = (tries: number) => {
  let shown = 0;
  const ui: SessionUi = {
    waiting: () => {},
    permission: () => Promise.reject(new Error('nobody asks')),
    blocked: () => Promise.reject(new Error('nothing is blocked')),
    notFound: async () => ++shown <= tries,
  };
  return { ui, countShown: () => shown };
};

describe('a wallet that is not found', () => {
  it('is launched again, with a new association, when the user tries again', async () => {
    const phone = await createPhone();
    const { ui, countShown } = createUser(2);
    const uris: string[] = [];
    const launch = (uri: string): void => {
      uris.push(uri);
      if (uris.length < 3) throw NOT_FOUND;
      void phone.launch(uri, { signal: new AbortController().signal });
    };
    const session = await openSession({ launch, dial: phone.dial }, ui);
    expect(countShown()).toBe(2);
    expect(new Set(uris).size).toBe(3);
    session.close();
    await phone.whenIdle();
  });

  it('rejects when the user closes the dialog', async () => {
    const { ui, countShown } = createUser(0);
    const launch = () => Promise.reject(NOT_FOUND);
    await expect(openSession({ launch, dial }, ui)).rejects.toBe(NOT_FOUND);
    expect(countShown()).toBe(1);
  });

  it('rejects at once without dialogs', async () => {
    const launch = () => Promise.reject(NOT_FOUND);
    await expect(openSession({ launch, dial })).rejects.toBe(NOT_FOUND);
  });

  it('is not launched again after the caller aborted', async () => {
    const { ui, countShown } = createUser(5);
    const controller = new AbortController();
    const reason = new Error('enough');
    const launch = (): void => {
      controller.abort(reason);
      throw NOT_FOUND;
    };
    await expect(openSession({ launch, dial, signal: controller.signal }, ui)).rejects.toBe(reason);
    expect(countShown()).toBe(0);
  });
});
