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
  it('asks the user once for all calls that are made before the answer', async () => {
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

  it('rejects all pending calls if the user declines, and asks again the next time', async () => {
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

  it('does not ask the user if it is silent, and shares the result of a pending connect', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    const { decide } = await rig.person.next();
    const silently = rig.connect({ silent: true });
    decide({ approved: true });
    expect(await silently).toEqual(await connecting);
    expect(rig.phone.launches).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('does not fail if it is silent and the user declines another connect', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    const silently = rig.connect({ silent: true });
    await rig.declineNext();
    await expect(connecting).rejects.toMatchObject({ code: 'USER_REJECTED' });
    expect(await silently).toEqual({ accounts: [] });
    await rig.expectQuiet();
  });

  it('sets the accounts before it resolves and before listeners are called', async () => {
    const rig = await createRig();
    const seen: (readonly unknown[])[] = [];
    rig.on('change', ({ accounts }) => seen.push([accounts === rig.wallet.accounts, rig.store.entries.size]));
    const connecting = rig.connect();
    await rig.approveNext();
    await connecting;
    expect(seen).toEqual([[true, 1]]);
  });

  it('does not ask the user if a sign-in has connected meanwhile', async () => {
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

  it('can be tried again at once if no wallet app was found', async () => {
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
  it('is not affected if it is called in the same tick, while the previous connect is settled', async () => {
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

  it('is not affected if both are called while the code is loading', async () => {
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

  it('is not affected if a listener calls it when the disconnect is reported', async () => {
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

  it('opens its own session while the old one still revokes its tokens', async () => {
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

  it('is settled by a second disconnect while the first one still revokes the tokens', async () => {
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

  it('does not let a call of the old connection continue', async () => {
    const rig = await createConnectedRig();
    await rig.disconnect();
    await expect(rig.signMessage(createMessageInput(rig.account, 'a'))).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_AUTHORIZED',
    });
    expect(rig.phone.launches).toHaveLength(1);
  });
});
