import { afterEach, describe, expect, it } from 'vitest';
import {
  createConnectedRig,
  createEvent,
  createMessageInput,
  createRig,
  expectNoUnhandledRejections,
} from './races.js';

afterEach(expectNoUnhandledRejections);

const CLOSED = { code: 'SESSION_CLOSED' };

describe('connect', () => {
  it('is one question for callers who come at any time before the answer', async () => {
    const rig = await createRig();
    const calls = [rig.connect(), rig.connect({}), rig.connect({ silent: false })];
    const { decide } = await rig.person.next();
    calls.push(rig.connect());
    decide({ approved: true });
    for (const call of calls) expect((await call).accounts).toBe(rig.wallet.accounts);
    expect(rig.phone.launches).toHaveLength(1);
    expect(rig.getQuestions()).toEqual(['authorize']);
    expect(rig.countAccounts()).toEqual([1]);
    await rig.expectQuiet();
  });

  it('rejects all callers alike when the person declines, and asks anew the next time', async () => {
    const rig = await createRig();
    const calls = [rig.connect(), rig.connect()];
    await rig.declineNext();
    const errors = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
    expect(errors[0]).toMatchObject({ code: 'USER_REJECTED' });
    expect(errors[1]).toBe(errors[0]);
    const again = rig.connect();
    await rig.approveNext();
    expect((await again).accounts).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('asks nobody when it is silent, and shares what another is waiting for', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    const { decide } = await rig.person.next();
    const silently = rig.connect({ silent: true });
    decide({ approved: true });
    expect(await silently).toEqual(await connecting);
    expect(rig.phone.launches).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('does not fail where it is silent, when the person declines another', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    const silently = rig.connect({ silent: true });
    await rig.declineNext();
    await expect(connecting).rejects.toMatchObject({ code: 'USER_REJECTED' });
    expect(await silently).toEqual({ accounts: [] });
    await rig.expectQuiet();
  });

  it('shows its accounts before it resolves and before listeners hear of them', async () => {
    const rig = await createRig();
    const seen: (readonly unknown[])[] = [];
    rig.on('change', ({ accounts }) => seen.push([accounts === rig.wallet.accounts, rig.store.entries.size]));
    const connecting = rig.connect();
    await rig.approveNext();
    await connecting;
    expect(seen).toEqual([[true, 1]]);
  });

  it('needs no second question when a sign-in has connected meanwhile', async () => {
    const rig = await createRig();
    const signingIn = rig.signIn({});
    const connecting = rig.connect();
    await rig.approveNext();
    const [output] = await signingIn;
    expect((await connecting).accounts).toEqual([output?.account]);
    expect(rig.getQuestions()).toEqual(['sign-in']);
    expect(rig.phone.launches).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('can be tried again at once where the wallet app was not found', async () => {
    let isThere = false;
    const rig = await createRig({}, (phone) => ({
      launch(uri, options) {
        if (!isThere) throw new Error('nothing takes this link');
        return phone.launch(uri, options);
      },
    }));
    await expect(rig.connect()).rejects.toThrow('nothing takes this link');
    expect(rig.progress).toEqual(['preparing', 'launching', 'idle']);
    isThere = true;
    const again = rig.connect();
    await rig.approveNext();
    expect((await again).accounts).toHaveLength(1);
    await rig.expectQuiet();
  });
});

describe('connect after disconnect', () => {
  it('stands when it comes in the same tick, while the one before is settled', async () => {
    const rig = await createRig();
    const first = rig.connect();
    await rig.person.next();
    const disconnecting = rig.disconnect();
    const second = rig.connect();
    await expect(first).rejects.toMatchObject(CLOSED);
    await disconnecting;
    await rig.approveNext();
    expect((await second).accounts).toHaveLength(1);
    expect(rig.wallet.accounts).toHaveLength(1);
    expect(rig.phone.launches).toHaveLength(2);
    await rig.expectQuiet();
  });

  it('stands when both come while the code is loading', async () => {
    const rig = await createRig();
    const first = rig.connect();
    const disconnecting = rig.disconnect();
    const second = rig.connect();
    await expect(first).rejects.toMatchObject(CLOSED);
    await disconnecting;
    await rig.approveNext();
    expect((await second).accounts).toHaveLength(1);
    expect(rig.phone.launches).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('stands when a listener makes it on hearing of the disconnect', async () => {
    const rig = await createConnectedRig();
    const again = createEvent<ReturnType<typeof rig.connect>>();
    const off = rig.on('change', () => {
      off();
      again.happen(rig.connect());
    });
    await rig.disconnect();
    await rig.approveNext();
    expect((await again.happened).accounts).toBe(rig.wallet.accounts);
    expect(rig.countAccounts()).toEqual([0, 1]);
    await rig.expectQuiet();
  });

  it('opens its own session while the old one says farewell', async () => {
    const farewell = createEvent();
    const rig = await createConnectedRig(
      { onRequest: (method) => method === 'deauthorize' && farewell.happen() },
      { linger: 600_000 },
    );
    const disconnecting = rig.disconnect();
    const connecting = rig.connect();
    await farewell.happened;
    await disconnecting;
    await rig.approveNext();
    const [account] = (await connecting).accounts;
    expect(account?.address).toBe(rig.account.address);
    expect(rig.progress.slice(-5)).toEqual(['idle', 'preparing', 'launching', 'connecting', 'waiting']);
    // The token of the new session is another than the one that was revoked.
    expect([...rig.store.entries.values()].join()).toContain('"token"');
    await rig.disconnect();
    await rig.expectQuiet();
  });

  it('is settled by a second disconnect during the first one’s farewell', async () => {
    const rig = await createConnectedRig({}, { linger: 600_000 });
    const first = rig.disconnect();
    const connecting = rig.connect();
    await rig.person.next();
    const second = rig.disconnect();
    await expect(connecting).rejects.toMatchObject(CLOSED);
    await Promise.all([first, second]);
    await rig.expectQuiet();
    expect(rig.wallet.accounts).toEqual([]);
  });

  it('does not let a call of the old connection through', async () => {
    const rig = await createConnectedRig();
    await rig.disconnect();
    await expect(rig.signMessage(createMessageInput(rig.account, 'a'))).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_AUTHORIZED',
    });
    expect(rig.phone.launches).toHaveLength(1);
  });
});
