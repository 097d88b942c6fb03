import {
  type Address,
  compileTransaction,
  createNoopSigner,
  createSignableMessage,
  getAddressEncoder,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS,
  BLOCKHASH,
  createSignerPhone,
  getTransferBy,
  OTHER_ADDRESS,
} from '../../../test/support/account-signers.js';
import { createMessage } from '../../../test/support/chain.js';
import { KEY, OTHER_KEY } from '../../../test/support/mock-wallet.js';
import { createAccountSigner, encodeBase58, transact } from './index.js';

// These tests run on every supported version of kit.

describe('what a signer refuses', () => {
  it('does nothing for empty arrays', async () => {
    const phone = await createSignerPhone();
    await phone.run(async ([signer]) => {
      expect(await signer.modifyAndSignTransactions([])).toEqual([]);
      expect(await signer.signAndSendTransactions([])).toEqual([]);
      expect(await signer.modifyAndSignMessages([])).toEqual([]);
    });
    expect(phone.getMethods()).toEqual([]);
  });

  it('names what is wrong before the wallet sees it', async () => {
    const phone = await createSignerPhone();
    const compile = (payer: Address) =>
      compileTransaction(createMessage(createNoopSigner(payer), BLOCKHASH, []));
    await phone.run(async ([signer]) => {
      const wrong: readonly (readonly [argument: string, call: () => Promise<unknown>])[] = [
        ['transactions', () => signer.modifyAndSignTransactions(undefined as never)],
        ['transactions[0]', () => signer.modifyAndSignTransactions([{} as never])],
        [
          'transactions[1]',
          () => signer.modifyAndSignTransactions([compile(ADDRESS), compile(OTHER_ADDRESS)]),
        ],
        ['transactions', () => signer.signAndSendTransactions('a' as never)],
        ['transactions[0]', () => signer.signAndSendTransactions([null as never])],
        ['transactions[0]', () => signer.signAndSendTransactions([compile(OTHER_ADDRESS)])],
        ['transactions[0]', () => signer.signAndSendTransactions(new Array(1))],
        [
          'minContextSlot',
          () => signer.signAndSendTransactions([compile(ADDRESS)], { minContextSlot: 2n ** 31n }),
        ],
        [
          'config.abortSignal',
          () => signer.signAndSendTransactions([compile(ADDRESS)], { abortSignal: {} as never }),
        ],
        ['messages', () => signer.modifyAndSignMessages({} as never)],
        [
          'messages[0].content',
          () => signer.modifyAndSignMessages([{ content: 'a', signatures: {} } as never]),
        ],
        ['messages[0].content', () => signer.modifyAndSignMessages([undefined as never])],
      ];
      for (const [argument, call] of wrong) {
        await expect(call(), argument).toRejectWith('INVALID_ARGUMENT', { argument });
      }
    });
    expect(phone.getMethods()).toEqual([]);
  });

  it('says when the wallet has not granted the account', async () => {
    const phone = await createSignerPhone();
    await phone.run(
      async ([signer, other]) => {
        const alone = compileTransaction(createMessage(other, BLOCKHASH, []));
        const both = compileTransaction(createMessage(signer, BLOCKHASH, [getTransferBy(other, ADDRESS)]));
        await expect(other.modifyAndSignTransactions([alone])).toRejectWith('INVALID_PAYLOADS');
        await expect(other.signAndSendTransactions([alone])).toRejectWith('INVALID_PAYLOADS');
        await expect(other.modifyAndSignTransactions([both])).toRejectWith('ACCOUNT_NOT_AUTHORIZED', {
          address: OTHER_ADDRESS,
        });
        await expect(other.modifyAndSignMessages([createSignableMessage('a')])).toRejectWith(
          'NOT_AUTHORIZED',
        );
      },
      [KEY],
    );
  });

  it('rejects once the session has ended', async () => {
    const phone = await createSignerPhone();
    const signer = await transact(async (wallet) => {
      const { accounts } = await wallet.authorize({ chain: 'solana:devnet', addresses: [OTHER_KEY] });
      return createAccountSigner(wallet, accounts[0] ?? { address: '' });
    }, phone.phone);
    expect(signer.address).toBe(OTHER_ADDRESS);
    const message = createMessage(signer, BLOCKHASH, []);
    await expect(signAndSendTransactionMessageWithSigners(message)).toRejectWith('SESSION_CLOSED');
    await expect(signTransactionMessageWithSigners(message)).toRejectWith('SESSION_CLOSED');
    await expect(signer.modifyAndSignMessages([createSignableMessage('a')])).toRejectWith('SESSION_CLOSED');
    expect(encodeBase58(getAddressEncoder().encode(signer.address) as Uint8Array)).toBe(OTHER_ADDRESS);
  });
});
