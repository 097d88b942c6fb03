import { ed25519 } from '@noble/curves/ed25519.js';
import { address, getTransactionDecoder } from '@solana/kit';
import { Keypair } from '@solana/web3.js';
import { afterAll, describe, expect, it } from 'vitest';
import { fetchBlockhash } from '../../test/support/chain.js';
import { FLAVOURS } from '../../test/support/flavours.js';
import { createServedPhone, haveLanded } from '../../test/support/served-phone.js';
import { decodeBase64, encodeUtf8 } from '../util/bytes.js';
import { splitSignedMessage } from './bytes.js';
import { getAccountAddress } from './kit/index.js';
import { getAccountPublicKey } from './web3js.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: 'favicon.png' };
const chain = 'solana:devnet';

describe.each(['v1', 'legacy'] as const)('at a %s wallet', async (protocol) => {
  const phone = await createServedPhone({ protocol });
  const publicKey = phone.wallet.accounts[0]?.publicKey ?? new Uint8Array();
  const payer = phone.wallet.accounts[0]?.address ?? '';
  afterAll(() => phone.whenClosed());

  describe.each(FLAVOURS)('the $name flavour', (flavour) => {
    const { transact } = flavour;
    const getContext = async () => ({ payer, blockhash: await fetchBlockhash(phone.chain) });

    it('authorize: grants a token and accounts with their chains', async () => {
      const result = await transact((wallet) => wallet.authorize({ chain, identity }), phone.config);
      expect(result.auth_token).toMatch(/./);
      expect(result.accounts).toHaveLength(1);
      expect(decodeBase64(result.accounts[0]?.address ?? '')).toEqual(publicKey);
      expect(result.accounts[0]?.chains).toEqual([chain]);
    });

    it('authorize: accepts both spellings of a chain, cluster, null lists and no chain', async () => {
      const chains = await transact(async (wallet) => {
        const results = [
          await wallet.authorize({ chain: 'devnet', features: null, addresses: null }),
          await wallet.authorize({ cluster: 'testnet' }),
          await wallet.authorize({ chain: 'mainnet-beta' }),
          await wallet.authorize(),
        ];
        return results.map(({ accounts }) => accounts[0]?.chains);
      }, phone.config);
      expect(chains).toEqual([[chain], ['solana:testnet'], ['solana:mainnet'], ['solana:mainnet']]);
    });

    it('authorize: signs in', async () => {
      const { sign_in_result: result, accounts } = await transact(
        (wallet) =>
          wallet.authorize({
            chain,
            identity,
            sign_in_payload: { domain: 'example.com', nonce: 'abcdefgh' },
          }),
        phone.config,
      );
      const message = decodeBase64(result?.signed_message ?? '');
      expect(result?.address).toBe(accounts[0]?.address);
      expect(new TextDecoder().decode(message)).toContain('Nonce: abcdefgh');
      expect(ed25519.verify(decodeBase64(result?.signature ?? ''), message, publicKey)).toBe(true);
    });

    it('authorize and reauthorize: sign in also with a token, by a message', async () => {
      const sign_in_payload = { domain: 'example.com', nonce: 'abcdefgh' };
      const results = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        return [
          await wallet.authorize({ auth_token, identity, chain, sign_in_payload }),
          await wallet.reauthorize({ auth_token, identity, chain, sign_in_payload }),
        ];
      }, phone.config);
      for (const { sign_in_result: result } of results) {
        const message = decodeBase64(result?.signed_message ?? '');
        expect(new TextDecoder().decode(message)).toContain('Nonce: abcdefgh');
        expect(ed25519.verify(decodeBase64(result?.signature ?? ''), message, publicKey)).toBe(true);
      }
    });

    it('reauthorize, and authorize with a token: renew without asking the user', async () => {
      const results = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        return [
          await wallet.reauthorize({ auth_token, identity, chain }),
          await wallet.authorize({ auth_token, identity, chain }),
        ];
      }, phone.config);
      for (const { accounts } of results) expect(decodeBase64(accounts[0]?.address ?? '')).toEqual(publicKey);
    });

    it('deauthorize: returns an empty object, and the token is invalid', async () => {
      const [result, error] = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        const result = await wallet.deauthorize({ auth_token });
        return [result, await wallet.authorize({ chain, identity, auth_token }).catch((e: unknown) => e)];
      }, phone.config);
      expect(result).toEqual({});
      expect(error).toMatchObject({ code: 'NOT_AUTHORIZED', context: { rpcCode: -1 } });
    });

    it('getCapabilities: returns limits, versions and features', async () => {
      const capabilities = await transact((wallet) => wallet.getCapabilities(), phone.config);
      expect(capabilities).toMatchObject({
        max_transactions_per_request: 10,
        max_messages_per_request: 10,
        supported_transaction_versions: ['legacy', 0, 1],
      });
      expect(capabilities.features).toEqual(
        expect.arrayContaining(['solana:signTransactions', 'solana:cloneAuthorization']),
      );
    });

    it('cloneAuthorization: returns a second token', async () => {
      const [first, second] = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        const clone = await wallet.cloneAuthorization();
        await wallet.authorize({ chain, identity, auth_token: clone.auth_token });
        return [auth_token, clone.auth_token];
      }, phone.config);
      expect(second).not.toBe(first);
    });

    it('signMessages: returns each message with its signature', async () => {
      const payloads = ['one', 'zwölf'].map(encodeUtf8);
      const signed = await transact(async (wallet) => {
        const { accounts } = await wallet.authorize({ chain, identity });
        return wallet.signMessages({ addresses: accounts.map((account) => account.address), payloads });
      }, phone.config);
      signed.forEach((payload, index) => {
        const { message, signatures } = splitSignedMessage(payload, payloads[index] ?? payload, 1);
        expect(ed25519.verify(signatures[0] ?? payload, Uint8Array.from(message), publicKey)).toBe(true);
      });
    });

    it('signTransactions: returns the same types, signed', async () => {
      const transactions = flavour.createTransactions(await getContext());
      const signed = await transact(async (wallet) => {
        await wallet.authorize({ chain, identity });
        return wallet.signTransactions({ transactions: transactions as readonly Uint8Array[] });
      }, phone.config);
      expect(signed).toHaveLength(transactions.length);
      signed.forEach((transaction, index) => {
        const wire = flavour.toWire(transaction, transactions[index]);
        const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
        const signature = signatures[address(payer)] ?? new Uint8Array(64);
        expect(ed25519.verify(signature, Uint8Array.from(messageBytes), publicKey)).toBe(true);
      });
    });

    it('signAndSendTransactions: returns the signatures of landed transactions', async () => {
      const transactions = flavour.createSendable(await getContext());
      const signatures = await transact(async (wallet) => {
        await wallet.authorize({ chain, identity });
        return wallet.signAndSendTransactions({
          transactions: transactions as readonly Uint8Array[],
          minContextSlot: 1,
          commitment: 'confirmed',
        });
      }, phone.config);
      expect(await haveLanded(phone.chain, signatures.map(flavour.toBase58Signature))).toBe(true);
    });

    it('refuses a transaction of another flavour before the wallet sees it', async () => {
      const before = phone.methods.length;
      for (const wrong of [{}, 'text', null, { instructions: [] }]) {
        await expect(
          transact(
            (wallet) => wallet.signTransactions({ transactions: [wrong as unknown as Uint8Array] }),
            phone.config,
          ),
        ).toRejectWith('INVALID_ARGUMENT', { argument: 'transactions[0]' });
      }
      for (const transactions of [[], undefined]) {
        await expect(
          transact((wallet) => wallet.signTransactions({ transactions } as never), phone.config),
        ).toRejectWith('INVALID_ARGUMENT', { argument: 'transactions' });
      }
      expect(phone.methods).toHaveLength(before);
    });
  });
});

describe('accounts', () => {
  it('are kit’s addresses and web3.js’ public keys', () => {
    const key = Keypair.generate().publicKey;
    const account = { address: Buffer.from(key.toBytes()).toString('base64') };
    expect(getAccountAddress(account)).toBe(key.toBase58());
    expect(getAccountPublicKey(account).equals(key)).toBe(true);
  });
});
