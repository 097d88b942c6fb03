import { describe, expect, it } from 'vitest';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import { KEY } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { createFunded, createRequestWatch, transactAuthorized } from '../../test/support/quirks.js';
import { createServedPhone } from '../../test/support/served-phone.js';
import { type MobileWallet, transact } from '../transact/bytes.js';
import { encodeBase58 } from '../util/base58.js';
import { encodeUtf8 } from '../util/bytes.js';

// Real wallets behave differently in these points, and the session API must support all of them.
const chain = 'solana:devnet';
const MESSAGE = encodeUtf8('Hello, wallet');

describe('a wallet that is silent without min_context_slot', () => {
  const quirks = { silentWithoutMinContextSlot: true };

  it('sends if it is given', async () => {
    const { options, createWire, ledger } = await createFunded(quirks);
    const wire = await createWire();
    const [signature] = await transactAuthorized(await createPhone(options), (wallet) =>
      wallet.signAndSendTransactions({ transactions: [wire], minContextSlot: 0 }),
    );
    const statuses = await ledger.rpc('getSignatureStatuses', [[encodeBase58(signature ?? MESSAGE)]]);
    expect(statuses).toMatchObject({ value: [{ err: null }] });
  });

  it('is released by an abort if it is missing, and nothing stays open', async () => {
    const { options, createWire } = await createFunded(quirks);
    const sending = createRequestWatch('sign_and_send_transactions');
    const phone = await createPhone({ ...options, ...sending });
    const wire = await createWire();
    const controller = new AbortController();
    const reason = new Error('enough');
    let call: Promise<unknown> | undefined;
    const run = transact(
      async (wallet) => {
        await wallet.authorize({ chain });
        call = wallet.signAndSendTransactions({ transactions: [wire] });
        return call;
      },
      { ...phone, signal: controller.signal },
    );
    await sending.received;
    controller.abort(reason);
    const unknown = {
      code: 'SUBMISSION_UNKNOWN',
      context: { transactions: [{ status: 'unknown' }] },
      cause: reason,
    };
    await expect(run).rejects.toMatchObject(unknown);
    await expect(call).rejects.toMatchObject(unknown);
    await phone.whenIdle();
  });
});

describe('a wallet that closes the socket in the middle of', () => {
  type Call = (wallet: MobileWallet, token: string, wire: Uint8Array) => Promise<unknown>;
  const calls: readonly [method: Quirks['hangsUpOn'], protocol: 'v1' | 'legacy', call: Call][] = [
    ['authorize', 'v1', (wallet) => wallet.authorize({ chain })],
    ['reauthorize', 'legacy', (wallet, auth_token) => wallet.reauthorize({ auth_token })],
    ['deauthorize', 'v1', (wallet, auth_token) => wallet.deauthorize({ auth_token })],
    ['clone_authorization', 'v1', (wallet) => wallet.cloneAuthorization()],
    ['get_capabilities', 'v1', (wallet) => wallet.getCapabilities()],
    ['sign_messages', 'v1', (wallet) => wallet.signMessages({ addresses: [KEY], payloads: [MESSAGE] })],
    ['sign_transactions', 'v1', (wallet, _, wire) => wallet.signTransactions({ transactions: [wire] })],
    [
      'sign_and_send_transactions',
      'legacy',
      (wallet, _, wire) => wallet.signAndSendTransactions({ transactions: [wire] }),
    ],
  ];

  it.each(calls)('%s (%s) ends every call, and the session', async (hangsUpOn, protocol, call) => {
    const { options, createWire } = await createFunded({ hangsUpOn });
    const wire = await createWire();
    const phone = await createPhone({
      ...options,
      protocol,
      approve: ({ type }) => (type === 'authorize' ? { approved: true } : new Promise(() => {})),
    });
    await transact(async (wallet) => {
      const isAuthorize = hangsUpOn === 'authorize';
      const token = isAuthorize ? '' : (await wallet.authorize({ chain })).auth_token;
      const outcomes = await Promise.allSettled([
        call(wallet, token, wire),
        // These wait for their turn, so that they were not submitted.
        wallet.signTransactions({ transactions: [wire] }),
        call(wallet, token, wire),
      ]);
      const closed = { status: 'rejected', reason: { code: 'SESSION_CLOSED' } };
      const isSend = hangsUpOn === 'sign_and_send_transactions';
      const ended = isSend ? { status: 'rejected', reason: { code: 'SUBMISSION_UNKNOWN' } } : closed;
      expect(outcomes).toMatchObject([ended, closed, closed]);
      await expect(wallet.getCapabilities()).toRejectWith('SESSION_CLOSED');
    }, phone);
    await phone.whenIdle();
  });

  it('a request over a real socket rejects with the close code', async () => {
    const phone = await createServedPhone({ quirks: { hangsUpOn: 'authorize' } });
    await expect(transact((wallet) => wallet.authorize({ chain }), phone.config)).toRejectWith(
      'SESSION_CLOSED',
      { closeCode: expect.any(Number) },
    );
    await phone.whenClosed();
  });
});
