import { describe, expect, it } from 'vitest';
import { createChannelPair } from '../../src/connection/channel.js';
import { walletHandshake } from '../../src/connection/handshake.js';
import { parseAssociationUri } from '../../src/protocol/association.js';
import { createEvent } from '../support/event.js';
import { setUp, setUpConnected } from '../support/wallet.js';

describe('connect', () => {
  it('does not ask the user if a sign-in has connected meanwhile', async () => {
    const setup = await setUp({ approve: 'manually' });
    const signingIn = setup.signIn({});
    const connecting = setup.connect();
    await setup.approveNext();
    const [output] = await signingIn;
    expect((await connecting).accounts).toEqual([output?.account]);
    expect(setup.getQuestions()).toEqual(['sign-in']);
    expect(setup.phone.launches).toHaveLength(1);
    await setup.expectQuiet();
  });

  it('can be tried again at once if no wallet app was found', async () => {
    let isThere = false;
    const setup = await setUp({ approve: 'manually' }, (phone) => ({
      launch(uri, options) {
        if (!isThere) throw new Error('nothing takes this link');
        return phone.launch(uri, options);
      },
    }));
    await expect(setup.connect()).rejects.toThrow('nothing takes this link');
    expect(setup.progress).toEqual(['preparing', 'launching', 'idle']);
    isThere = true;
    const again = setup.connect();
    await setup.approveNext();
    expect((await again).accounts).toHaveLength(1);
    await setup.expectQuiet();
  });
});

describe('connect after disconnect', () => {
  it('opens its own session while the old one still revokes its tokens', async () => {
    const farewell = createEvent();
    const setup = await setUpConnected(
      { approve: 'manually', onRequest: (method) => method === 'deauthorize' && farewell.happen() },
      { idleMs: 600_000 },
    );
    const disconnecting = setup.disconnect();
    const connecting = setup.connect();
    await farewell.happened;
    await disconnecting;
    await setup.approveNext();
    const [account] = (await connecting).accounts;
    expect(account?.address).toBe(setup.account.address);
    const states = ['idle', 'preparing', 'launching', 'connecting', 'waiting', 'ready'];
    expect(setup.progress.slice(-6)).toEqual(states);
    // The token of the new session is another than the one that was revoked.
    expect([...setup.store.entries.values()].join()).toContain('"token"');
    await setup.disconnect();
    await setup.expectQuiet();
  });

  it('is settled by a second disconnect while the first one still revokes the tokens', async () => {
    const setup = await setUpConnected({ approve: 'manually' }, { idleMs: 600_000 });
    const first = setup.disconnect();
    const connecting = setup.connect();
    await setup.person.next();
    const second = setup.disconnect();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
    await Promise.all([first, second]);
    await setup.expectQuiet();
    expect(setup.wallet.accounts).toEqual([]);
  });
});

it('a wallet that leaves right after the handshake leaves nothing waiting', async () => {
  let uri = '';
  const { connect, progress } = await setUp(
    { approve: 'manually' },
    {
      launch(given) {
        uri = given;
      },
      async dial() {
        const [dapp, own] = createChannelPair();
        const { associationPublicKey } = parseAssociationUri(uri);
        void walletHandshake(own, associationPublicKey, '{"v":"1"}').then(() => own.close());
        return dapp;
      },
    },
  );
  await expect(connect()).toRejectWith('SESSION_CLOSED');
  expect(progress).toEqual(['preparing', 'launching', 'connecting', 'waiting', 'idle']);
});
