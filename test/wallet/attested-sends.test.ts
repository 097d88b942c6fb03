import { expect, it, vi } from 'vitest';
import { within } from '../support/patience.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

/** A page whose frames are opened and never say anything; `opened` resolves with the first. */
function openPage() {
  const page = new EventTarget();
  const opened = new Promise<void>((resolve) => {
    vi.stubGlobal(
      'document',
      Object.assign(page, {
        visibilityState: 'visible',
        hasFocus: () => true,
        createElement: () => Object.assign(new EventTarget(), { remove: () => {} }),
        documentElement: { append: () => resolve() },
      }),
    );
  });
  const { addEventListener, removeEventListener } = new EventTarget();
  vi.stubGlobal('addEventListener', addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', removeEventListener.bind(page));
  return { opened };
}

it('an abort does not wait for the attestation page of a send, and nothing was sent', async () => {
  const error = {
    code: -100,
    message: 'attest origin',
    data: { attest_origin_uri: 'https://wallet.example/', challenge: 'AAAA', context: 'c' },
  };
  const { transact, account, phone } = await setUpConnected(
    {
      faults: [
        {
          at: 'sign_and_send_transactions',
          rewrite: (text) => [JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, error })],
        },
      ],
    },
    { dialogs: false },
  );
  const { opened } = openPage();
  const controller = new AbortController();
  const sending = transact(
    ({ signAndSendTransactions }) =>
      signAndSendTransactions({ transactions: [createTransaction(account.address, 'a')] }),
    { signal: controller.signal },
  );
  const outcome = expect(sending).rejects.toThrow('enough');
  await opened;
  controller.abort(new Error('enough'));
  // Without the abort, the page would have 10 s.
  await within(5_000, outcome, 'the abort');
  await phone.whenIdle();
});
