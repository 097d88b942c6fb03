import { afterEach, describe, expect, it } from 'vitest';
import { createTransaction } from '../support/wallet.js';
import { createConnectedRig, createMessageInput, expectNoUnhandledRejections, getError } from './races.js';

afterEach(expectNoUnhandledRejections);

const CLOSED = { code: 'SESSION_CLOSED' };
const REJECTED = { code: 'USER_REJECTED' };

describe('calls that share a session', () => {
  it('settle separately and in order: if the user declines one, the others are not affected', async () => {
    const rig = await createConnectedRig();
    const settled: string[] = [];
    const calls = ['a', 'b', 'c'].map((text) =>
      rig.signMessage(createMessageInput(rig.account, text)).then(
        () => settled.push(text),
        ({ code }: { code: string }) => settled.push(code),
      ),
    );
    await rig.approveNext();
    await rig.declineNext();
    await rig.approveNext();
    await Promise.all(calls);
    expect(settled).toEqual(['a', 'USER_REJECTED', 'c']);
    expect(rig.phone.launches).toHaveLength(2);
    await rig.expectQuiet();
  });

  it('of all kinds are made one by one, in the order of the calls', async () => {
    const rig = await createConnectedRig();
    const transaction = createTransaction(rig.account.address, 'a');
    const calls = [
      rig.signTransaction({ account: rig.account, transaction }),
      rig.signIn({}),
      rig.signMessage(createMessageInput(rig.account, 'b')),
    ];
    for (const type of ['sign-transactions', 'sign-in', 'sign-messages']) {
      const { request, decide } = await rig.person.next();
      expect(request.type).toBe(type);
      expect(rig.getQuestions().at(-1)).toBe(type);
      decide({ approved: true });
    }
    await Promise.all(calls);
    expect(rig.phone.launches).toHaveLength(2);
    await rig.expectQuiet();
  });

  it('need no second launch if they are made right after a rejection', async () => {
    const rig = await createConnectedRig();
    const again = rig
      .signMessage(createMessageInput(rig.account, 'a'))
      .catch(() => rig.signMessage(createMessageInput(rig.account, 'b')));
    await rig.declineNext();
    await rig.approveNext();
    expect(await again).toHaveLength(1);
    expect(rig.phone.launches).toHaveLength(2);
    await rig.expectQuiet();
  });

  it('sign the bytes as they were at the call', async () => {
    const rig = await createConnectedRig();
    const input = createMessageInput(rig.account, 'a');
    const signing = rig.signMessage(input);
    input.message.fill(0);
    await rig.approveNext();
    const [output] = await signing;
    expect(new TextDecoder().decode(output?.signedMessage)).toBe('a');
  });
});

describe('a wallet that closes the socket', () => {
  it('rejects all pending and all waiting calls, and the next call opens another session', async () => {
    const rig = await createConnectedRig();
    const errors = ['a', 'b'].map((text) => getError(rig.signMessage(createMessageInput(rig.account, text))));
    await rig.person.next();
    rig.sockets.at(-1)?.close();
    for (const error of errors) expect(await error).toMatchObject(CLOSED);
    const again = rig.signMessage(createMessageInput(rig.account, 'c'));
    await rig.approveNext();
    expect(await again).toHaveLength(1);
    expect(rig.phone.launches).toHaveLength(3);
    expect(rig.changes).toEqual([]);
    await rig.expectQuiet();
  });

  it('can be called again in the handler of the rejection', async () => {
    const rig = await createConnectedRig();
    const again = rig
      .signMessage(createMessageInput(rig.account, 'a'))
      .catch(() => rig.signMessage(createMessageInput(rig.account, 'b')));
    await rig.person.next();
    rig.sockets.at(-1)?.close();
    await rig.approveNext();
    expect(await again).toHaveLength(1);
    expect(rig.progress.slice(-5)).toEqual(['idle', 'preparing', 'launching', 'connecting', 'waiting']);
    await rig.expectQuiet();
    expect(rig.progress.at(-1)).toBe('idle');
  });

  it('reports to a call that was split into requests only the results of its own inputs', async () => {
    const rig = await createConnectedRig({ capabilities: { maxMessagesPerRequest: 1 } });
    const inputs = ['a', 'b', 'c'].map((text) => createMessageInput(rig.account, text));
    const error = getError(rig.signMessage(...inputs));
    await rig.approveNext();
    await rig.person.next();
    rig.sockets.at(-1)?.close();
    expect(await error).toMatchObject(CLOSED);
    expect(rig.getQuestions()).toEqual(['authorize', 'sign-messages', 'sign-messages']);
    await rig.expectQuiet();
  });

  it('between calls ends a lingering session without an error', async () => {
    const rig = await createConnectedRig({}, { linger: 600_000 });
    rig.sockets.at(-1)?.close();
    await rig.phone.whenIdle();
    const signing = rig.signMessage(createMessageInput(rig.account, 'a'));
    await rig.approveNext();
    expect(await signing).toHaveLength(1);
    await rig.disconnect();
    await rig.expectQuiet();
  });

  it('rejects a connect, which can be made again at once', async () => {
    const rig = await createConnectedRig();
    await rig.disconnect();
    const again = rig.connect().catch(() => rig.connect());
    await rig.person.next();
    rig.sockets.at(-1)?.close();
    await rig.approveNext();
    expect((await again).accounts).toHaveLength(1);
    await rig.expectQuiet();
  });
});

describe('a token that the wallet no longer accepts', () => {
  it('is replaced once for all waiting calls, in one session, without a change event', async () => {
    const rig = await createConnectedRig();
    rig.phone.wallet.revokeTokens();
    const calls = ['a', 'b'].map((text) => rig.signMessage(createMessageInput(rig.account, text)));
    for (const type of ['authorize', 'sign-messages', 'sign-messages']) {
      const { request, decide } = await rig.person.next();
      expect(request.type).toBe(type);
      decide({ approved: true });
    }
    await Promise.all(calls);
    expect(rig.phone.launches).toHaveLength(2);
    expect(rig.changes).toEqual([]);
    await rig.expectQuiet();
  });

  it('makes a call reject if the user declines a new one; the next call asks again', async () => {
    const rig = await createConnectedRig();
    rig.phone.wallet.revokeTokens();
    const [first, second] = ['a', 'b'].map((text) => rig.signMessage(createMessageInput(rig.account, text)));
    const error = getError(first ?? Promise.resolve());
    await rig.declineNext();
    await rig.approveNext();
    await rig.approveNext();
    expect(await error).toMatchObject(REJECTED);
    expect(await second).toHaveLength(1);
    expect(rig.wallet.accounts[0]).toBe(rig.account);
    await rig.expectQuiet();
  });

  it('whose replacement grants another account signs nothing, and causes one change', async () => {
    const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));
    const rig = await createConnectedRig({ accounts: seeds });
    const other = rig.phone.wallet.accounts[1]?.address ?? '';
    rig.phone.wallet.revokeTokens();
    const error = getError(rig.signMessage(createMessageInput(rig.account, 'a')));
    (await rig.person.next()).decide({ approved: true, accounts: [other] });
    expect(await error).toMatchObject({
      code: 'ACCOUNT_NOT_AUTHORIZED',
      context: { address: rig.account.address },
    });
    expect(rig.phone.getMethods()).not.toContain('sign_messages');
    expect(rig.changes).toEqual([{ accounts: rig.wallet.accounts }]);
    expect(rig.wallet.accounts.map(({ address }) => address)).toEqual([other]);
    await rig.expectQuiet();
  });

  it('is replaced in a session that disconnects meanwhile: nothing is stored', async () => {
    const rig = await createConnectedRig();
    rig.phone.wallet.revokeTokens();
    const error = getError(rig.signMessage(createMessageInput(rig.account, 'a')));
    const { decide } = await rig.person.next();
    const disconnecting = rig.disconnect();
    decide({ approved: true });
    await disconnecting;
    expect(await error).toMatchObject(CLOSED);
    expect(rig.store.entries.size).toBe(0);
    expect(rig.wallet.accounts).toEqual([]);
    await rig.expectQuiet();
  });
});
