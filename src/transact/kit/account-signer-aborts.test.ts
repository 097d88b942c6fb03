import { getEventListeners } from 'node:events';
import {
  compileTransaction,
  createSignableMessage,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { RequestMethod } from '../../../mock/src/wallet/faults/fault.js';
import {
  ADDRESS,
  BLOCKHASH,
  createSignerPhone,
  MESSAGES,
  OTHER_ADDRESS,
  SEND,
  SIGN,
} from '../../../test/support/account-signers.js';
import { createMessage, getTransfer } from '../../../test/support/chain.js';
import { createPerson } from '../../../test/support/mock-wallet.js';
import { getError, nextTurn } from '../../../test/support/rejections.js';
import { hasErrorCode } from '../../util/find-error.js';
import { type AccountSigner, createAccountSigner } from './index.js';

// What an abort does at any time. These tests run on every supported version of kit.
const REASON = new Error('The dapp’s own reason');

const fail = (): Promise<never> => Promise.reject(new Error('Not described'));

describe('an abort', () => {
  const call = (
    at: RequestMethod,
    signer: AccountSigner,
    abortSignal: AbortSignal,
    recent = BLOCKHASH,
  ): Promise<unknown> => {
    const message = createMessage(signer, recent, [getTransfer(ADDRESS, OTHER_ADDRESS, 1n)]);
    if (at === MESSAGES) return signer.modifyAndSignMessages([createSignableMessage('a')], { abortSignal });
    if (at === SIGN) return signTransactionMessageWithSigners(message, { abortSignal });
    return signAndSendTransactionMessageWithSigners(message, { abortSignal });
  };
  const METHODS = [SIGN, SEND, MESSAGES] as const;

  it('before a call of the signer itself sends nothing', async () => {
    const phone = await createSignerPhone();
    const config = { abortSignal: AbortSignal.abort(REASON) };
    await phone.run(async ([signer]) => {
      const compiled = compileTransaction(createMessage(signer, BLOCKHASH, []));
      expect(await getError(signer.modifyAndSignTransactions([compiled], config))).toBe(REASON);
      expect(await getError(signer.signAndSendTransactions([compiled], config))).toBe(REASON);
      expect(await getError(signer.modifyAndSignMessages([createSignableMessage('a')], config))).toBe(REASON);
    });
    expect(phone.getMethods()).toEqual([]);
  });

  const expectAborted = (at: RequestMethod, error: unknown): void => {
    const unknown = { code: 'SUBMISSION_UNKNOWN', context: { transactions: [{ status: 'unknown' }] } };
    if (at === SEND) expect(error).toMatchObject({ ...unknown, cause: REASON });
    else expect(error).toBe(REASON);
  };

  it.each(METHODS)('during %s rejects at once, and the session goes on', async (at) => {
    const controller = new AbortController();
    const phone = await createSignerPhone({
      faults: [{ at, nth: 1, rewrite: () => [] }],
      onRequest: (method) => {
        if (method === at) controller.abort(REASON);
      },
    });
    const [error, signed] = await phone.run(async ([signer]) => [
      await getError(call(at, signer, controller.signal)),
      await signer.modifyAndSignMessages([createSignableMessage('b')]),
    ]);
    expectAborted(at, error);
    expect(signed).toHaveLength(1);
  });

  it.each(METHODS)(
    'during %s rejects at once, also by a wallet that the dapp has made itself',
    async (at) => {
      const controller = new AbortController();
      const phone = await createSignerPhone({
        faults: [{ at, rewrite: () => [] }],
        onRequest: (method) => {
          if (method === at) controller.abort(REASON);
        },
      });
      const error = await phone.run((_, wallet) =>
        getError(call(at, createAccountSigner({ ...wallet }, ADDRESS), controller.signal)),
      );
      expectAborted(at, error);
    },
  );

  it.each(METHODS)('while %s waits for its turn sends nothing', async (at) => {
    const controller = new AbortController();
    const person = createPerson();
    const phone = await createSignerPhone({ approve: person.approve });
    const running = phone.run(async ([signer]) => {
      const first = signer.modifyAndSignMessages([createSignableMessage('b')]);
      const question = await person.next();
      const waiting = getError(call(at, signer, controller.signal));
      await nextTurn();
      controller.abort(REASON);
      const error = await waiting;
      question.decide({ approved: true });
      await first;
      return error;
    });
    (await person.next()).decide({ approved: true });
    expect(await running).toBe(REASON);
    expect(phone.getMethods()).toEqual([MESSAGES]);
  });

  it.each(METHODS)('after %s changes nothing: the session goes on', async (at) => {
    const controller = new AbortController();
    const { run, getBlockhash } = await createSignerPhone();
    const recent = await getBlockhash();
    const signed = await run(async ([signer]) => {
      await call(at, signer, controller.signal, recent);
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
      controller.abort(REASON);
      return signer.modifyAndSignMessages([createSignableMessage('b')]);
    });
    expect(signed).toHaveLength(1);
  });

  it.each([
    [true, 'sent'],
    [false, 'USER_REJECTED'],
  ])('at any time never hides what became of a send (approved: %s)', async (approved, answer) => {
    const phone = await createSignerPhone({
      approve: async ({ type }) => ({ approved: approved || type === 'authorize' }),
      chain: {
        sendTransaction: async (wire) => ({ signature: wire.slice(1, 65) }),
        describeTransaction: fail,
      },
    });
    const outcomes = new Set<unknown>();
    let left = 0;
    await phone.run(async ([signer]) => {
      const compiled = compileTransaction(createMessage(signer, BLOCKHASH, []));
      // As many turns as it takes until the answer is there first: WebCrypto works on other threads, which a
      // busy machine delays.
      for (let turns = 0; !outcomes.has(answer); turns += 1 + (turns >> 5)) {
        const controller = new AbortController();
        const settled = signer.signAndSendTransactions([compiled], { abortSignal: controller.signal }).then(
          () => 'sent',
          (error: unknown) => (hasErrorCode(error) ? error.code : error),
        );
        for (let turn = 0; turn < turns; turn++) await (turn % 8 === 7 ? nextTurn() : undefined);
        controller.abort(REASON);
        const outcome = await settled;
        outcomes.add(outcome);
        if (outcome !== REASON) left++;
      }
    });
    // The reason itself only if the request was not sent.
    expect(outcomes).toEqual(new Set([REASON, 'SUBMISSION_UNKNOWN', answer]));
    expect(phone.getMethods()).toHaveLength(left);
  });

  it('right after a call with wrong arguments does not say that it may have been sent', async () => {
    const controller = new AbortController();
    const { run } = await createSignerPhone();
    const error = await run(([signer]) => {
      const sending = signer.signAndSendTransactions([{} as never], { abortSignal: controller.signal });
      controller.abort(REASON);
      return getError(sending);
    });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('of the session ends a send of a signer as `SUBMISSION_UNKNOWN`', async () => {
    const controller = new AbortController();
    const phone = await createSignerPhone({
      faults: [{ at: SEND, rewrite: () => [] }],
      onRequest: (method) => {
        if (method === SEND) controller.abort(REASON);
      },
    });
    const send = phone.run(
      ([signer]) => signAndSendTransactionMessageWithSigners(createMessage(signer, BLOCKHASH, [])),
      undefined,
      { signal: controller.signal },
    );
    expectAborted(SEND, await getError(send));
  });
});
