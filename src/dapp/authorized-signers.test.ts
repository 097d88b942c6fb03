import { expect, it } from 'vitest';
import { ACCEPTING_CHAIN } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { createTransaction } from '../../test/support/wallet.js';
import { type MobileWallet, transact } from '../transact/bytes.js';

const CHAIN = 'solana:devnet';

/** A session of a wallet that grants the first account first, and then the second. */
async function run(callback: (wallet: MobileWallet, addresses: readonly string[]) => Promise<unknown>) {
  let granted = 0;
  const phone = await createPhone({
    chain: ACCEPTING_CHAIN,
    accounts: [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) })),
    approve: (request) => ({
      approved: true,
      ...(request.type === 'authorize' && { accounts: [request.accounts[granted++]?.address ?? ''] }),
    }),
  });
  const addresses = phone.wallet.accounts.map(({ address }) => address);
  await transact((wallet) => callback(wallet, addresses), phone);
  return phone;
}

const sendBy = (wallet: MobileWallet, ...payers: readonly (string | undefined)[]) =>
  wallet.signAndSendTransactions({
    transactions: payers.map((payer) => createTransaction(payer ?? '', 'a')),
  });

it('a send is judged when its turn comes, by the accounts that an `authorize` before it has granted', async () => {
  const phone = await run(async (wallet, [, second]) => {
    await wallet.authorize({ chain: CHAIN });
    await expect(sendBy(wallet, second)).toRejectWith('INVALID_PAYLOADS', { data: { valid: [false] } });
    // The second one is not known yet when this is called.
    const [, signatures] = await Promise.all([wallet.authorize({ chain: CHAIN }), sendBy(wallet, second)]);
    expect(signatures).toHaveLength(1);
  });
  expect(phone.getMethods()).toEqual(['authorize', 'authorize', 'sign_and_send_transactions']);
});

it('the wallet decides about accounts that it granted earlier in the session', async () => {
  await run(async (wallet, [first]) => {
    await wallet.authorize({ chain: CHAIN });
    await wallet.authorize({ chain: CHAIN });
    await expect(sendBy(wallet, first)).toRejectWith('SUBMISSION_UNKNOWN', { rpcCode: -2 });
  });
});

it('the wallet decides after an authorization that failed, while no account is known', async () => {
  const phone = await createPhone({ approve: () => ({ approved: false }) });
  const address = phone.wallet.accounts[0]?.address;
  await transact(async (wallet) => {
    await wallet.authorize({ chain: CHAIN }).catch(() => {});
    await expect(sendBy(wallet, address)).toRejectWith('NOT_AUTHORIZED', { rpcCode: -1 });
  }, phone);
});
