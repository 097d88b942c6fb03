import { describe, expect, it } from 'vitest';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { error } from '../faults/replies.js';
import { createEvent } from '../support/event.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { countRequests, getAuthorizations, getCalledMethods, getParams } from '../support/requests.js';
import { createTransaction, editStored, setUp, setUpConnected } from '../support/wallet.js';

const FEATURE = 'mobile-wallet-standard:transact';
const chains = ['solana:devnet', 'solana:testnet'] as const;

describe('revoke', () => {
  it('has the wallet forget every token, in one launch, and disconnects', async () => {
    const { revoke, signTransaction, wallet, phone, account, store } = await setUpConnected({}, { chains });
    const transaction = createTransaction(account.address, 'a');
    await signTransaction({ account, transaction, chain: 'solana:testnet' });
    await phone.whenIdle();
    const launches = phone.launches.length;
    await revoke();
    expect(phone.getMethods().slice(-2)).toEqual(['deauthorize', 'deauthorize']);
    expect(new Set(phone.requests.slice(-2).map(({ params }) => params['auth_token'])).size).toBe(2);
    expect(phone.launches).toHaveLength(launches + 1);
    expect(wallet.accounts).toEqual([]);
    expect(store.entries.size).toBe(0);
    await revoke();
    expect(phone.launches).toHaveLength(launches + 1);
  });

  it('opens a session for the tokens of this device alone, and forgets those of reflectors, too', async () => {
    const { store, settings, phone } = await setUpConnected();
    editStored(store, (grant) => ({
      ...grant,
      formerTokens: ['of a reflector'],
      remoteTokens: [{ token: 'of a reflector', transport: 'reflector', isOnDevice: false }],
    }));
    const wallet = createMobileWallet(settings);
    await wallet.features[FEATURE].revoke();
    expect(getParams(phone, 'deauthorize')).toEqual([{ auth_token: expect.any(String) }]);
    expect(JSON.stringify(phone.requests)).not.toContain('of a reflector');
    expect(phone.launches).toHaveLength(2);
    expect(wallet.accounts).toEqual([]);
    expect(store.entries.size).toBe(0);
  });

  it('forgets a token that the wallet no longer accepts, and reports any other error', async () => {
    const refused = await setUpConnected({ faults: [error('deauthorize', -1)] });
    await refused.revoke();
    expect([refused.wallet.accounts, refused.store.entries.size]).toEqual([[], 0]);
    const failed = await setUpConnected({ faults: [error('deauthorize', -32_603)] });
    await expect(failed.revoke()).toRejectWith('WALLET_ERROR', { rpcCode: -32_603 });
    expect(failed.wallet.accounts).toEqual([failed.account]);
  });

  it('keeps everything if the wallet cannot be reached, so that it can be tried again', async () => {
    const { wallet, settings } = await setUpConnected();
    const launch = () => Promise.reject(new Error('no'));
    const unreachable = createMobileWallet({ ...settings, launch });
    await expect(unreachable.features[FEATURE].revoke()).rejects.toThrow('no');
    expect(unreachable.accounts).toEqual(wallet.accounts);
  });
});

describe('`deauthorize` in a callback', () => {
  it('revokes a token, and forgets its authorization alone', async () => {
    const { transact, wallet, changes, store, account } = await setUpConnected({}, { chains });
    await transact(async (mobile) => {
      for (const chain of ['solana:testnet', 'solana:devnet'] as const) {
        expect(wallet.accounts).toEqual([account]);
        const { auth_token } = await mobile.authorize({ chain });
        await mobile.deauthorize({ auth_token });
      }
    });
    expect(wallet.accounts).toEqual([]);
    expect(changes.at(-1)).toEqual({ accounts: [] });
    expect(store.entries.size).toBe(0);
  });

  it.each([true, false])(
    'has the user asked anew, whether or not the wallet would sign: %s',
    async (signsAfterDeauthorize) => {
      const { transact, account, getQuestions, wallet, approveNext } = await setUpConnected({
        approve: 'manually',
        quirks: { signsAfterDeauthorize },
      });
      const addresses = [encodeBase64(Uint8Array.from(account.publicKey))];
      const signing = transact(async (mobile) => {
        const { auth_token } = await mobile.authorize();
        await mobile.deauthorize({ auth_token });
        return mobile.signMessages({ addresses, payloads: [encodeUtf8('a')] });
      });
      await approveNext();
      await approveNext();
      expect(await signing).toHaveLength(1);
      expect(getQuestions()).toEqual(['authorize', 'authorize', 'sign-messages']);
      expect(wallet.accounts).toHaveLength(1);
    },
  );

  it('keeps an authorization whose token the wallet did not revoke', async () => {
    const { transact, wallet, phone, account } = await setUpConnected({
      quirks: { hangsUpOn: 'deauthorize' },
    });
    const revoking = transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      await mobile.deauthorize({ auth_token });
    });
    await expect(revoking).toRejectWith('SESSION_CLOSED');
    expect(wallet.accounts).toEqual([account]);
    await phone.whenIdle();
  });

  it('before the turn of a send has the user asked anew, and the send made once', async () => {
    const deauthorizing = createEvent<void>();
    const { account, phone, transact } = await setUpConnected({
      chain: ACCEPTING_CHAIN,
      // Longer than a wallet app takes that answers without asking the user.
      faults: [{ at: 'deauthorize', delay: 1_200 }],
      onRequest(method) {
        if (method === 'deauthorize') deauthorizing.happen();
      },
    });
    const controller = new AbortController();
    const sent = await transact(async (mobile) => {
      const { auth_token } = await mobile.authorize();
      const aborted = transact((other) => other.deauthorize({ auth_token }), { signal: controller.signal });
      await deauthorizing.happened;
      controller.abort();
      await expect(aborted).rejects.toBe(controller.signal.reason);
      return mobile.signAndSendTransactions({ transactions: [createTransaction(account.address, 'a')] });
    });
    expect(sent).toHaveLength(1);
    expect(getCalledMethods(phone)).toEqual([
      'authorize',
      'authorize',
      'deauthorize',
      'authorize',
      'sign_and_send_transactions',
    ]);
    expect(getAuthorizations(phone).at(-1)).toBe('user');
  });
});

describe('disconnect', () => {
  it('revokes the token in a session that is open, and ends it', async () => {
    const { connect, disconnect, phone } = await setUp({}, { idleMs: 60_000 });
    await connect();
    await disconnect();
    expect(countRequests(phone, 'deauthorize')).toBe(1);
    await phone.whenIdle();
  });

  it('opens no session to revoke the token', async () => {
    const { disconnect, phone } = await setUpConnected();
    await disconnect();
    expect(countRequests(phone, 'deauthorize')).toBe(0);
    expect(phone.launches).toHaveLength(1);
  });
});
