import { describe, expect, it } from 'vitest';
import { getError } from '../support/rejections.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };
const REJECTED = { code: 'USER_REJECTED' };

describe('calls that share a session', () => {
  it('settle separately and in order: if the user declines one, the others are not affected', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const settled: string[] = [];
    const calls = ['a', 'b', 'c'].map((text) =>
      setup.signText(text).then(
        () => settled.push(text),
        ({ code }: { code: string }) => settled.push(code),
      ),
    );
    await setup.approveNext();
    await setup.declineNext();
    await setup.approveNext();
    await Promise.all(calls);
    expect(settled).toEqual(['a', 'USER_REJECTED', 'c']);
    expect(setup.phone.launches).toHaveLength(2);
    await setup.expectQuiet();
  });

  it('of all kinds are made one by one, in the order of the calls', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const transaction = createTransaction(setup.account.address, 'a');
    const calls = [
      setup.signTransaction({ account: setup.account, transaction }),
      setup.signIn({}),
      setup.signText('b'),
    ];
    for (const type of ['sign-transactions', 'sign-in', 'sign-messages']) {
      const { request, decide } = await setup.person.next();
      expect(request.type).toBe(type);
      expect(setup.getQuestions().at(-1)).toBe(type);
      decide({ approved: true });
    }
    await Promise.all(calls);
    expect(setup.phone.launches).toHaveLength(2);
    await setup.expectQuiet();
  });

  it.each([
    ['if the user declined it', 'sign', 2],
    ['if the wallet closed the socket', 'sign', 3],
    ['if the wallet closed the socket', 'connect', 3],
  ])('can be made again in the handler of the rejection, %s: %s', async (why, what, launches) => {
    const setup = await setUpConnected({ approve: 'manually' });
    if (what === 'connect') await setup.disconnect();
    const call = (): Promise<unknown> => (what === 'connect' ? setup.connect() : setup.signText('a'));
    const again = getError(call().catch(call));
    const question = await setup.person.next();
    if (why === 'if the user declined it') question.decide({ approved: false });
    else setup.sockets.at(-1)?.close();
    await setup.approveNext();
    const outcome = await again;
    const { accounts } = setup.wallet;
    expect(accounts).toHaveLength(1);
    expect(outcome).toEqual({ fulfilled: what === 'connect' ? { accounts } : [expect.anything()] });
    expect(setup.progress.slice(-5)).toEqual(['idle', 'preparing', 'launching', 'connecting', 'waiting']);
    expect(setup.phone.launches).toHaveLength(launches);
    await setup.expectQuiet();
    expect(setup.progress.at(-1)).toBe('idle');
  });

  it.each(['a disconnect', 'a wallet that closes the socket'])(
    'that were split into several requests send no further one after %s',
    async (end) => {
      const setup = await setUpConnected({ approve: 'manually', capabilities: { maxMessagesPerRequest: 1 } });
      const error = getError(setup.signText('a', 'b', 'c'));
      await setup.approveNext();
      // The answer is on its way when the session ends: the third request would be next.
      await setup.approveNext();
      if (end === 'a disconnect') await setup.disconnect();
      else setup.sockets.at(-1)?.close();
      expect(await error).toMatchObject(CLOSED);
      await setup.expectQuiet();
      expect(setup.getQuestions()).toEqual(['authorize', 'sign-messages', 'sign-messages']);
    },
  );
});

describe('a wallet that closes the socket', () => {
  it('rejects all pending and all waiting calls, and the next call opens another session', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const errors = ['a', 'b'].map((text) => getError(setup.signText(text)));
    await setup.person.next();
    setup.sockets.at(-1)?.close();
    for (const error of errors) expect(await error).toMatchObject(CLOSED);
    const again = setup.signText('c');
    await setup.approveNext();
    expect(await again).toHaveLength(1);
    expect(setup.phone.launches).toHaveLength(3);
    expect(setup.changes).toEqual([]);
    await setup.expectQuiet();
  });

  it('between calls ends a lingering session without an error', async () => {
    const setup = await setUpConnected({ approve: 'manually' }, { idleMs: 600_000 });
    setup.sockets.at(-1)?.close();
    await setup.phone.whenIdle();
    const signing = setup.signText('a');
    await setup.approveNext();
    expect(await signing).toHaveLength(1);
    await setup.disconnect();
    await setup.expectQuiet();
  });
});

describe('a token that the wallet no longer accepts', () => {
  it('is replaced once for all waiting calls, in one session, without a change event', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    setup.phone.wallet.revokeTokens();
    const calls = ['a', 'b'].map((text) => setup.signText(text));
    for (const type of ['authorize', 'sign-messages', 'sign-messages']) {
      const { request, decide } = await setup.person.next();
      expect(request.type).toBe(type);
      decide({ approved: true });
    }
    await Promise.all(calls);
    expect(setup.phone.launches).toHaveLength(2);
    expect(setup.changes).toEqual([]);
    await setup.expectQuiet();
  });

  it('makes a call reject if the user declines a new one; the next call asks again', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    setup.phone.wallet.revokeTokens();
    const [first, second] = ['a', 'b'].map((text) => setup.signText(text));
    const error = getError(first ?? Promise.resolve());
    await setup.declineNext();
    await setup.approveNext();
    await setup.approveNext();
    expect(await error).toMatchObject(REJECTED);
    expect(await second).toHaveLength(1);
    expect(setup.wallet.accounts[0]).toBe(setup.account);
    await setup.expectQuiet();
  });

  it('whose replacement grants another account signs nothing, and causes one change', async () => {
    const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));
    const setup = await setUpConnected({ approve: 'manually', accounts: seeds });
    const other = setup.phone.wallet.accounts[1]?.address ?? '';
    setup.phone.wallet.revokeTokens();
    const error = getError(setup.signText('a'));
    (await setup.person.next()).decide({ approved: true, accounts: [other] });
    expect(await error).toMatchObject({
      code: 'ACCOUNT_NOT_AUTHORIZED',
      context: { address: setup.account.address },
    });
    expect(setup.phone.getMethods()).not.toContain('sign_messages');
    expect(setup.changes).toEqual([{ accounts: setup.wallet.accounts }]);
    expect(setup.wallet.accounts.map(({ address }) => address)).toEqual([other]);
    await setup.expectQuiet();
  });
});
