import { afterEach, describe, expect, it } from 'vitest';
import {
  createConnectedRig,
  createMessageInput,
  createRig,
  expectNoUnhandledRejections,
  getError,
} from './races.test-support.js';

afterEach(expectNoUnhandledRejections);

const CLOSED = { code: 'SESSION_CLOSED' };
const approve = () => ({ approved: true });

describe('revoke', () => {
  it('waits for a sign that is pending, in its session', async () => {
    const rig = await createConnectedRig();
    const signing = rig.signMessage(createMessageInput(rig.account, 'a'));
    const revoking = rig.revoke();
    await rig.approveNext();
    expect(await signing).toHaveLength(1);
    await revoking;
    expect(rig.phone.getMethods().slice(-2)).toEqual(['sign_messages', 'deauthorize']);
    expect(rig.phone.launches).toHaveLength(2);
    expect(rig.countAccounts()).toEqual([0]);
    await rig.expectQuiet();
  });

  it('settles what comes after it: that is not signed', async () => {
    const rig = await createConnectedRig({ approve });
    const revoking = rig.revoke();
    const error = getError(rig.signMessage(createMessageInput(rig.account, 'a')));
    await revoking;
    expect(await error).toMatchObject(CLOSED);
    expect(rig.phone.getMethods()).not.toContain('sign_messages');
    await rig.expectQuiet();
  });

  it('is one change and one launch for callers at the same time', async () => {
    const rig = await createConnectedRig({ approve });
    await Promise.all([rig.revoke(), rig.revoke()].map(getError));
    expect(rig.countAccounts()).toEqual([0]);
    expect(rig.phone.launches).toHaveLength(2);
    expect(rig.phone.getMethods().filter((method) => method === 'deauthorize')).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('launches nothing where nothing was authorized', async () => {
    const rig = await createRig();
    await rig.revoke();
    expect(rig.phone.launches).toEqual([]);
    expect(rig.progress).toEqual([]);
  });

  it('keeps what the wallet still takes when the session breaks, and can be tried again', async () => {
    const rig = await createConnectedRig({ approve, quirks: { hangsUpOn: 'deauthorize' } });
    expect(await getError(rig.revoke())).toMatchObject(CLOSED);
    expect(rig.wallet.accounts).toEqual([rig.account]);
    expect(rig.changes).toEqual([]);
    expect(await getError(rig.revoke())).toMatchObject(CLOSED);
    expect(rig.phone.launches).toHaveLength(3);
    await rig.expectQuiet();
  });

  it('is settled by a disconnect, which revokes in its stead where the session is open', async () => {
    const rig = await createConnectedRig();
    const signing = getError(rig.signMessage(createMessageInput(rig.account, 'a')));
    const revoking = getError(rig.revoke());
    await rig.person.next();
    await rig.disconnect();
    expect(await signing).toMatchObject(CLOSED);
    expect(await revoking).toMatchObject(CLOSED);
    expect(rig.phone.getMethods().at(-1)).toBe('deauthorize');
    expect(rig.wallet.accounts).toEqual([]);
    await rig.expectQuiet();
  });

  it('takes back the tokens of every chain, one by one', async () => {
    const chains = ['solana:devnet', 'solana:testnet'];
    const rig = await createConnectedRig({ approve }, { chains });
    await rig.transact((wallet) => wallet.authorize({ chain: 'solana:testnet' }));
    await rig.phone.whenIdle();
    await rig.revoke();
    const tokens = rig.phone.requests
      .filter(({ method }) => method === 'deauthorize')
      .map(({ params }) => params['auth_token']);
    expect(new Set(tokens).size).toBe(2);
    expect(rig.wallet.accounts).toEqual([]);
    expect(rig.store.entries.size).toBe(0);
    await rig.expectQuiet();
  });
});
