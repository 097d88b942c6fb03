import { describe, expect, it } from 'vitest';
import { createPhone } from '../../test/support/phone.js';
import { transact } from '../transact/bytes.js';
import type { MobileWallet } from './mobile-wallet.js';

// A strict wallet (session API, section 3) ends the authorization when its token is deauthorized.
const strict = { quirks: { signsAfterDeauthorize: false } } as const;

const sign = (wallet: MobileWallet, address: string) =>
  wallet.signMessages({ addresses: [address], payloads: [Uint8Array.of(1)] });

describe('the authorization state of a session', () => {
  it('is unauthorized at first, and the wallet’s error is typed', async () => {
    const phone = await createPhone(strict);
    const address = btoa(String.fromCharCode(...(phone.wallet.accounts[0]?.publicKey ?? [])));
    await expect(transact((wallet) => sign(wallet, address), phone)).toRejectWith('NOT_AUTHORIZED', {
      rpcCode: -1,
    });
    expect(phone.getMethods()).toEqual(['sign_messages']);
  });

  it('is unauthorized after deauthorize with the most recent token', async () => {
    const phone = await createPhone(strict);
    await transact(async (wallet) => {
      const { auth_token, accounts } = await wallet.authorize();
      await sign(wallet, accounts[0].address);
      await wallet.deauthorize({ auth_token });
      await expect(sign(wallet, accounts[0].address)).toRejectWith('NOT_AUTHORIZED');
    }, phone);
  });

  it('is unchanged by deauthorize with another token, which is invalid afterwards', async () => {
    const phone = await createPhone(strict);
    await transact(async (wallet) => {
      const first = await wallet.authorize();
      const second = await wallet.authorize();
      await wallet.deauthorize({ auth_token: first.auth_token });
      expect(await sign(wallet, second.accounts[0].address)).toHaveLength(1);
      await expect(wallet.reauthorize({ auth_token: first.auth_token })).toRejectWith('NOT_AUTHORIZED');
    }, phone);
  });
});

describe('a token of this session', () => {
  it('is renewed on its own chain if the call names none', async () => {
    const phone = await createPhone();
    await transact(async (wallet) => {
      const { auth_token } = await wallet.authorize({ chain: 'solana:devnet' });
      const { accounts } = await wallet.reauthorize({ auth_token });
      expect(accounts[0].chains).toEqual(['solana:devnet']);
    }, phone);
    expect(phone.requests[1]?.params).not.toHaveProperty('chain');
  });

  it.each(['v1', 'legacy'] as const)(
    'from another session is sent without a guessed chain (%s)',
    async (protocol) => {
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
    },
  );
});

describe('before anything is opened', () => {
  it.each(['http://wallet.example', 'wallet:/open', 'https://wallet.example/#x', ''])(
    'the base URI %j is refused',
    async (baseUri) => {
      const phone = await createPhone();
      await expect(transact(() => {}, { ...phone, baseUri })).toRejectWith('INVALID_ARGUMENT', {
        argument: 'baseUri',
      });
      expect(phone.launches).toEqual([]);
    },
  );

  it.each([null, 'signal', { aborted: false }, new AbortController()])(
    'anything but an AbortSignal is refused as signal: %j',
    async (signal) => {
      const phone = await createPhone();
      await expect(transact(() => {}, { ...phone, signal: signal as never })).toRejectWith(
        'INVALID_ARGUMENT',
        { argument: 'signal' },
      );
      expect(phone.launches).toEqual([]);
    },
  );
});
