import { getEventListeners } from 'node:events';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { createPhone } from '../../test/support/phone.js';
import { splitSignedMessage } from '../dapp/sign-in-message.js';
import { decodeBase64, encodeUtf8 } from '../util/bytes.js';
import { transact } from './bytes.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: 'favicon.png' };

describe('transact', () => {
  it('authorizes, signs a message and returns what the callback returned', async () => {
    const phone = await createPhone();
    const message = encodeUtf8('hello');
    const signature = await transact(async (wallet) => {
      const { accounts, auth_token } = await wallet.authorize({ chain: 'solana:devnet', identity });
      expect(auth_token).not.toBe('');
      const addresses = accounts.map(({ address }) => address);
      expect(decodeBase64(addresses[0] ?? '')).toEqual(phone.wallet.accounts[0]?.publicKey);
      expect(accounts[0]?.chains).toEqual(['solana:devnet']);
      const [signed = new Uint8Array()] = await wallet.signMessages({ addresses, payloads: [message] });
      return splitSignedMessage(signed, message, 1).signatures[0] ?? new Uint8Array();
    }, phone);
    const publicKey = phone.wallet.accounts[0]?.publicKey ?? new Uint8Array();
    expect(ed25519.verify(signature, message, publicKey)).toBe(true);
    await phone.whenIdle();
  });

  it('sends only the parameters that are set', async () => {
    const phone = await createPhone();
    await transact((wallet) => wallet.authorize({ features: null, addresses: null }), phone);
    expect(phone.requests).toEqual([
      { method: 'authorize', params: { identity: {}, chain: 'solana:mainnet' } },
    ]);
  });

  it('treats a null chain as absent, and then uses `cluster`', async () => {
    const phone = await createPhone();
    await transact((wallet) => wallet.authorize({ chain: null as never, cluster: 'devnet' }), phone);
    expect(phone.requests).toMatchObject([{ method: 'authorize', params: { chain: 'solana:devnet' } }]);
  });

  it('speaks the legacy protocol to a legacy wallet', async () => {
    const phone = await createPhone({ protocol: 'legacy' });
    await transact(async (wallet) => {
      const { auth_token } = await wallet.authorize({ chain: 'solana:devnet', identity });
      await wallet.authorize({ chain: 'solana:devnet', identity, auth_token });
    }, phone);
    expect(phone.requests).toMatchObject([
      { method: 'authorize', params: { cluster: 'devnet' } },
      { method: 'reauthorize', params: { identity } },
    ]);
    expect(phone.requests[0]?.params).not.toHaveProperty('chain');
  });

  it('signs in by message at a wallet without Sign In With Solana', async () => {
    const phone = await createPhone({ quirks: { signInResult: 'absent' } });
    const { sign_in_result: result } = await transact(
      (wallet) => wallet.authorize({ identity, sign_in_payload: { statement: 'Hello', nonce: 'abcdefgh' } }),
      phone,
    );
    const text = new TextDecoder().decode(decodeBase64(result?.signed_message ?? ''));
    expect(text).toBe(
      `example.com wants you to sign in with your Solana account:\n${phone.wallet.accounts[0]?.address}\n\nHello\n\nNonce: abcdefgh`,
    );
  });

  it('closes the session when the callback throws, and rethrows the error', async () => {
    const phone = await createPhone();
    const error = new Error('mine');
    await expect(
      transact(async (wallet) => {
        await wallet.getCapabilities();
        throw error;
      }, phone),
    ).rejects.toBe(error);
    await phone.whenIdle();
  });

  it('refuses calls after the callback has ended', async () => {
    const phone = await createPhone();
    const wallet = await transact((wallet) => wallet, phone);
    await expect(wallet.getCapabilities()).toRejectWith('SESSION_CLOSED');
  });

  it.each([
    ['a relative identity.uri', { identity: { uri: '/a' } }, 'identity.uri'],
    [
      'an absolute identity.icon',
      { identity: { ...identity, icon: 'https://a.example/i.png' } },
      'identity.icon',
    ],
    ['an empty identity.name', { identity: { name: '' } }, 'identity.name'],
    ['an unknown chain', { chain: 'solana:nowhere' as 'solana:devnet' }, 'chain'],
    ['no addresses', { addresses: [] }, 'addresses'],
    ['an address that is not a key', { addresses: ['AAAA'] }, 'addresses[0]'],
    ['a short nonce', { identity, sign_in_payload: { nonce: 'short' } }, 'sign_in_payload.nonce'],
    ['a malformed time', { identity, sign_in_payload: { issuedAt: 'today' } }, 'sign_in_payload.issuedAt'],
    ['a malformed address', { identity, sign_in_payload: { address: 'O0' } }, 'sign_in_payload.address'],
  ])('refuses %s before the wallet sees it', async (_, params, argument) => {
    const phone = await createPhone();
    await expect(transact((wallet) => wallet.authorize(params), phone)).toRejectWith('INVALID_ARGUMENT', {
      argument,
    });
    expect(phone.requests).toEqual([]);
  });

  it('maps a refusal by the kind of request', async () => {
    const declining = await createPhone({ approve: () => ({ approved: false }) });
    await expect(transact((wallet) => wallet.authorize({ identity }), declining)).toRejectWith(
      'USER_REJECTED',
      { rpcCode: -1 },
      expect.stringContaining('User rejected'),
    );
    const phone = await createPhone();
    await expect(
      transact((wallet) => wallet.authorize({ identity, auth_token: 'AAAA' }), phone),
    ).toRejectWith('NOT_AUTHORIZED', { rpcCode: -1 });
    await expect(
      transact((wallet) => wallet.signTransactions({ transactions: [Uint8Array.of(1)] }), phone),
    ).toRejectWith('NOT_AUTHORIZED');
  });
});

describe('transact, aborted', () => {
  const expectAborted = async (run: (signal: AbortSignal, abort: () => void) => Promise<unknown>) => {
    const controller = new AbortController();
    const reason = new Error('mine');
    await expect(run(controller.signal, () => controller.abort(reason))).rejects.toBe(reason);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  };

  it('before the launch: opens nothing', async () => {
    const phone = await createPhone();
    await expectAborted((signal, abort) => {
      abort();
      return transact(() => {}, { ...phone, signal });
    });
    expect(phone.launches).toEqual([]);
  });

  it('while launching', async () => {
    const phone = await createPhone();
    await expectAborted((signal, abort) =>
      transact(() => {}, {
        ...phone,
        signal,
        launch() {
          abort();
          return new Promise(() => {});
        },
      }),
    );
  });

  it('while dialling: closes a channel that opens too late', async () => {
    const phone = await createPhone();
    let connect = (): void => {};
    await expectAborted((signal, abort) =>
      transact(() => {}, {
        ...phone,
        signal,
        dial: (url, options) =>
          new Promise((resolve) => {
            connect = () => resolve(phone.dial(url, options));
            abort();
          }),
      }),
    );
    connect();
    await new Promise((resolve) => setImmediate(resolve));
    await phone.whenIdle();
  });

  it('in the middle of a request', async () => {
    let whenAsked = (): void => {};
    const phone = await createPhone({
      approve() {
        whenAsked();
        return new Promise(() => {});
      },
    });
    await expectAborted((signal, abort) => {
      whenAsked = abort;
      return transact((wallet) => wallet.authorize({ identity }), { ...phone, signal });
    });
    await phone.whenIdle();
  });

  it('while the callback does something else', async () => {
    const phone = await createPhone();
    await expectAborted((signal, abort) =>
      transact(
        () => {
          abort();
          return new Promise(() => {});
        },
        { ...phone, signal },
      ),
    );
    await phone.whenIdle();
  });
});
