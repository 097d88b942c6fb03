import { describe, expect, it, vi } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createEvent } from '../support/event.js';
import { createMemoryStore, createTransaction, setUp, setUpConnected } from '../support/wallet.js';

// A new wallet loads its code at the first call. These tests are about calls made before it has loaded.

describe('while the code loads', () => {
  it('a message is signed as it was passed, even if the caller changes it meanwhile', async () => {
    const { settings, account } = await setUpConnected();
    const message = encodeUtf8('pay 1');
    const signed = createMobileWallet(settings).features['solana:signMessage'].signMessage({
      account,
      message,
    });
    message.set(encodeUtf8('pay 9'));
    expect(decodeUtf8((await signed)[0]?.signedMessage ?? encodeUtf8(''))).toBe('pay 1');
  });

  it('transactions are sent as they were passed', async () => {
    const { settings, account } = await setUpConnected();
    const transaction = createTransaction(account.address, 'a');
    const list = [{ account, chain: 'solana:devnet', transaction } as const];
    const feature = createMobileWallet(settings).features['solana:signAndSendAllTransactions'];
    const sent = feature.signAndSendAllTransactions(list);
    list.length = 0;
    expect(await sent).toHaveLength(1);
  });

  it('a sign-in has the input that was passed', async () => {
    const { signIn } = await setUp();
    const input = { domain: 'example.com', nonce: 'abcdefgh' };
    const signed = signIn(input);
    input.nonce = 'zzzzzzzz';
    expect(decodeUtf8((await signed)[0]?.signedMessage ?? encodeUtf8(''))).toContain('Nonce: abcdefgh');
  });

  it('a disconnect rejects pending calls, and nothing is launched', async () => {
    const { connect, disconnect, phone } = await setUp();
    const connecting = connect();
    await Promise.all([expect(connecting).toRejectWith('SESSION_CLOSED'), disconnect()]);
    expect(phone.launches).toEqual([]);
  });

  it('all calls share one launch', async () => {
    const { connect, phone } = await setUp();
    const outputs = await Promise.all([connect(), connect(), connect({ silent: true })]);
    expect(outputs.map(({ accounts }) => accounts.length)).toEqual([1, 1, 1]);
    expect(phone.launches).toHaveLength(1);
  });
});

describe('what is prepared beforehand', () => {
  it('is prepared again for the next tap if preparing failed', async () => {
    const { signIn, connect } = await setUp();
    const { happen: fail, happened: failed } = createEvent();
    const generateKey = vi.spyOn(crypto.subtle, 'generateKey').mockImplementation(() => {
      fail();
      return Promise.reject(new Error('no entropy'));
    });
    // Loads the code, which prepares, and then refuses the input.
    const refused = signIn({ statement: 'a\nb' });
    await expect(refused).toRejectWith('INVALID_ARGUMENT');
    await failed;
    await new Promise((resolve) => setImmediate(resolve));
    generateKey.mockRestore();
    expect((await connect()).accounts).toHaveLength(1);
  });

  it('is used for one launch: no key is used twice', async () => {
    const { settings, phone } = await setUpConnected({}, { store: createMemoryStore() });
    const launches: string[] = [];
    let isBroken = false;
    const wallet = createMobileWallet({
      ...settings,
      store: createMemoryStore(),
      launch(uri, options) {
        launches.push(uri);
        if (isBroken) throw new Error('no wallet');
        return phone.launch(uri, options);
      },
    });
    const { connect } = wallet.features['standard:connect'];
    for (const fails of [true, true, false, true, false]) {
      isBroken = fails;
      await connect().catch(() => {});
      await wallet.features['standard:disconnect'].disconnect();
    }
    const keys = launches.map((uri) => new URL(uri).searchParams.get('association'));
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(5);
  });
});
