import { describe, expect, it } from 'vitest';
import { error } from '../../test/faults/replies.js';
import { FLAVOURS } from '../../test/support/flavours.js';
import { KEY, SEED } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { playClient } from '../../test/support/played-client.js';
import { transact } from '../transact/bytes.js';
import { encodeBase58 } from '../util/base58.js';
import { decodeBase64 } from '../util/bytes.js';
import type { MobileWallet } from './mobile-wallet.js';
import { createRequests } from './requests.js';

const sign = (wallet: MobileWallet, address: string) =>
  wallet.signMessages({ addresses: [address], payloads: [Uint8Array.of(1)] });

const context = {
  payer: encodeBase58(decodeBase64(KEY)),
  blockhash: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
};

describe.each(['v1', 'legacy'] as const)('the authorization state of a session (%s)', (protocol) => {
  describe.each(FLAVOURS)('of $name', ({ transact, createTransactions, createSendable }) => {
    const CALLS: readonly [method: string, call: (wallet: MobileWallet) => Promise<unknown>][] = [
      ['sign_messages', (wallet) => sign(wallet, KEY)],
      [
        'sign_transactions',
        (wallet) => wallet.signTransactions({ transactions: createTransactions(context) as Uint8Array[] }),
      ],
      [
        'sign_and_send_transactions',
        (wallet) => wallet.signAndSendTransactions({ transactions: createSendable(context) as Uint8Array[] }),
      ],
    ];
    const expectRefused = async (refused: Promise<unknown>) => {
      await expect(refused).toRejectWith(
        'NOT_AUTHORIZED',
        {},
        'The session is not authorized: call `authorize` first',
      );
      await expect(refused).rejects.not.toHaveProperty('context.rpcCode');
    };

    it.each(CALLS)('is unauthorized at first: %s asks nobody', async (_, call) => {
      const phone = await createPhone({ protocol });
      await expectRefused(transact(call, phone));
      expect(phone.requests).toEqual([]);
    });

    // The reference wallet still signs then, and so does the mock wallet.
    it.each(CALLS)(
      'is unauthorized after deauthorize with the most recent token: %s asks nobody',
      async (_, call) => {
        const phone = await createPhone({ protocol });
        await transact(async (wallet) => {
          const { auth_token } = await wallet.authorize();
          await wallet.deauthorize({ auth_token });
          await expectRefused(call(wallet));
        }, phone);
        expect(phone.getMethods()).toEqual(['authorize', 'deauthorize']);
      },
    );

    it('is unauthorized after deauthorize with the token of the most recent reauthorize, if it is a new one', async () => {
      const phone = await createPhone({ protocol, quirks: { renewsTokens: true } });
      await transact(async (wallet) => {
        const first = await wallet.authorize();
        const second = await wallet.reauthorize({ auth_token: first.auth_token });
        await wallet.deauthorize({ auth_token: first.auth_token });
        expect(await sign(wallet, second.accounts[0].address)).toHaveLength(1);
        await wallet.deauthorize({ auth_token: second.auth_token });
        await expectRefused(sign(wallet, second.accounts[0].address));
      }, phone);
    });

    it('is judged when the turn of a call comes', async () => {
      const phone = await createPhone({ protocol, accounts: [{ seed: SEED }] });
      await transact(async (wallet) => {
        const [{ auth_token }, signed] = await Promise.all([wallet.authorize(), sign(wallet, KEY)]);
        expect(signed).toHaveLength(1);
        const [, refused, again, granted] = await Promise.allSettled([
          wallet.deauthorize({ auth_token }),
          sign(wallet, KEY),
          wallet.authorize(),
          sign(wallet, KEY),
        ]);
        expect(refused).toMatchObject({ reason: { code: 'NOT_AUTHORIZED' } });
        expect([again.status, granted.status]).toEqual(['fulfilled', 'fulfilled']);
      }, phone);
      expect(phone.getMethods()).toEqual([
        'authorize',
        'sign_messages',
        'deauthorize',
        'authorize',
        'sign_messages',
      ]);
    });
  });

  it('is unchanged by deauthorize with another token, which is invalid afterwards', async () => {
    const phone = await createPhone({ protocol });
    await transact(async (wallet) => {
      const first = await wallet.authorize();
      const second = await wallet.authorize();
      await wallet.deauthorize({ auth_token: first.auth_token });
      expect(await sign(wallet, second.accounts[0].address)).toHaveLength(1);
      await expect(wallet.reauthorize({ auth_token: first.auth_token })).toRejectWith('NOT_AUTHORIZED');
    }, phone);
  });

  it('does not keep a clone from being asked for, because only the wallet judges that', async () => {
    const phone = await createPhone({ protocol });
    await expect(transact((wallet) => wallet.cloneAuthorization(), phone)).rejects.toHaveProperty(
      'context.rpcCode',
    );
    expect(phone.getMethods()).toEqual(['clone_authorization']);
  });

  it('is the wallet’s after an authorize that failed, so its answer counts', async () => {
    const phone = await createPhone({ protocol, faults: [error('authorize', -32_603)] });
    await transact(async (wallet) => {
      await expect(wallet.authorize()).toRejectWith('WALLET_ERROR');
      await sign(wallet, KEY).catch(() => {});
    }, phone);
    expect(phone.getMethods()).toEqual(['authorize', 'sign_messages']);
  });
});

describe('the state of requests', () => {
  const AUTHORIZATION = { result: { auth_token: 'token', accounts: [{ address: KEY }] } };
  const SIGNED = { result: { signed_payloads: ['AA=='] } };
  const create = (...answers: readonly (object | Error)[]) => {
    const { client, getMethods } = playClient(...answers);
    const requests = createRequests({ client, protocol: 'v1' });
    return { ...requests, sign: () => requests.signMessages([KEY], [Uint8Array.of(0)]), getMethods };
  };
  const LOST = new Error('no answer');

  it('is the wallet’s after a deauthorize without an answer, until one is answered', async () => {
    const { authorize, deauthorize, sign, getMethods } = create(AUTHORIZATION, LOST, SIGNED, { result: {} });
    await authorize({});
    await expect(deauthorize('token')).rejects.toBe(LOST);
    expect(await sign()).toHaveLength(1);
    await deauthorize('token');
    await expect(sign()).toRejectWith('NOT_AUTHORIZED');
    expect(getMethods()).toEqual(['authorize', 'deauthorize', 'sign_messages', 'deauthorize']);
  });

  it('is the wallet’s after an authorize without an answer, or with one that cannot be read', async () => {
    for (const answer of [LOST, { result: {} }]) {
      const { authorize, sign } = create(answer, SIGNED);
      await expect(authorize({})).rejects.toThrow();
      expect(await sign()).toHaveLength(1);
    }
  });

  it('is not changed by an authorize that does not leave', async () => {
    const { authorize, sign, getMethods } = create(SIGNED);
    await expect(authorize({}, AbortSignal.abort(LOST))).rejects.toBe(LOST);
    await expect(sign()).toRejectWith('NOT_AUTHORIZED');
    expect(getMethods()).toEqual([]);
  });

  it('is not changed by a deauthorize that fails, of a token that is not the most recent one', async () => {
    const { authorize, deauthorize, sign, getMethods } = create(AUTHORIZATION, { result: {} }, LOST);
    await authorize({});
    await deauthorize('token');
    await expect(deauthorize('another')).rejects.toBe(LOST);
    await expect(sign()).toRejectWith('NOT_AUTHORIZED');
    expect(getMethods()).toHaveLength(3);
  });
});

describe.each(['v1', 'legacy'] as const)('a token (%s)', (protocol) => {
  it('is good on its own chain alone, also if the call names none', async () => {
    const phone = await createPhone({ protocol });
    await transact(async (wallet) => {
      const { auth_token } = await wallet.authorize({ chain: 'solana:devnet' });
      const elsewhere = wallet.authorize({ chain: 'solana:testnet', auth_token });
      await expect(elsewhere).toRejectWith('NOT_AUTHORIZED');
      await wallet.authorize({ chain: 'solana:devnet', auth_token });
      const { accounts } = await wallet.reauthorize({ auth_token });
      expect(accounts[0].chains).toEqual(['solana:devnet']);
    }, phone);
    for (const name of ['chain', 'cluster']) expect(phone.requests.at(-1)?.params).not.toHaveProperty(name);
  });

  it('from another session is sent without a guessed chain', async () => {
    const phone = await createPhone({ protocol });
    const { auth_token } = await transact((wallet) => wallet.authorize({ chain: 'solana:devnet' }), phone);
    await transact(async (wallet) => {
      const { accounts } = await wallet.authorize({ auth_token });
      expect(accounts[0].chains).toEqual([]);
      const named = await wallet.authorize({ auth_token, chain: 'solana:devnet' });
      expect(named.accounts[0].chains).toEqual(['solana:devnet']);
      const again = await wallet.reauthorize({ auth_token });
      expect(again.accounts[0].chains).toEqual(['solana:devnet']);
    }, phone);
  });
});

it.each<[argument: 'baseUri' | 'signal', value: unknown]>([
  ['baseUri', 'http://wallet.example'],
  ['baseUri', 'wallet:/open'],
  ['baseUri', 'https://wallet.example/#x'],
  ['baseUri', ''],
  ['signal', null],
  ['signal', 'signal'],
  ['signal', { aborted: false }],
  ['signal', new AbortController()],
])('before anything is opened, `%s` is refused: %j', async (argument, value) => {
  const phone = await createPhone();
  const options = { ...phone, [argument]: value };
  await expect(transact(() => {}, options)).toRejectWith('INVALID_ARGUMENT', { argument });
  expect(phone.launches).toEqual([]);
});
