import { getTransactionDecoder } from '@solana/kit';
import { expect, it } from 'vitest';
import { serveSession } from '../../docs/example/bot/wallet.js';
import { createChannelPair, encodeUtf8, parseAssociationUri } from '../../src/endpoint.js';
import { transact as transactBytes } from '../../src/transact/bytes.js';
import { getAccountAddress, splitSignedMessage, transact } from '../../src/transact/kit/index.js';
import { KEY } from '../support/mock-wallet.js';
import { createTransaction } from '../support/wallet.js';

// The wallet that the guide to endpoints has its reader write.

it('signs a transaction in the guide’s own program', async () => {
  await import('../../docs/example/bot/main.js');
});

/** Opens a session with the wallet, which approves everything that it asks about, and notes it. */
async function open(asked: string[] = []) {
  const keys = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair;
  const [dappEnd, walletEnd] = createChannelPair();
  return {
    launch: (uri: string) =>
      void serveSession(walletEnd, parseAssociationUri(uri), keys, async (what) => {
        asked.push(what);
        return true;
      }),
    dial: () => Promise.resolve(dappEnd),
  };
}

it('signs a message', async () => {
  const message = encodeUtf8('Hello');
  const signed = await transact(
    async (wallet) => {
      const { accounts } = await wallet.authorize({ identity: { name: 'Example' } });
      return wallet.signMessages({ addresses: [accounts[0].address], payloads: [message] });
    },
    await open(),
  );
  expect(splitSignedMessage(signed[0] ?? new Uint8Array(), message, 1).signatures).toHaveLength(1);
});

it.each(['legacy', 0, 1] as const)(
  'refuses a transaction of version %s that comes as a message, and asks nobody',
  async (version) => {
    const asked: string[] = [];
    const signing = transact(
      async (wallet) => {
        const { accounts } = await wallet.authorize({ identity: { name: 'Example' } });
        const wire = createTransaction(getAccountAddress(accounts[0]), 'Hello', undefined, version);
        const message = Uint8Array.from(getTransactionDecoder().decode(wire).messageBytes);
        return wallet.signMessages({
          addresses: [accounts[0].address],
          payloads: [encodeUtf8('Hello'), message, wire],
        });
      },
      await open(asked),
    );
    await expect(signing).toRejectWith('INVALID_PAYLOADS', { data: { valid: [true, false, false] } });
    expect(asked).toEqual(['connect']);
  },
);

it('says which transactions it cannot sign', async () => {
  const foreign = createTransaction(getAccountAddress({ address: KEY }), 'Hello');
  const signing = transactBytes(
    async (wallet) => {
      await wallet.authorize({ identity: { name: 'Example' } });
      return wallet.signTransactions({ transactions: [foreign] });
    },
    await open(),
  );
  await expect(signing).toRejectWith('INVALID_PAYLOADS', { data: { valid: [false] } });
});
