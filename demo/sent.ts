import { getBase58Decoder, getBase64Encoder } from '@solana/kit';
import { findMobileWalletError, findSendError, isDeclined, sortSend } from 'mobile-wallet-standard';
import type { ArrivedTransfer } from 'mobile-wallet-standard/payments';
import { countBlocksLeft, findFailure, getExplorerLink, lookFor } from './chain.js';
import { describeError, SendFailed } from './errors.js';
import { explainFailure } from './failures.js';
import type { Fact, Outcome, ReportProgress } from './outcome.js';
import { WALLET_PLACE } from './place.js';
import { forgetSent, keepSent, recallKept, type Sent } from './sent-store.js';
import type { Build } from './snippets/connect-and-pay.js';
import { createSent, type Wanted } from './transfer.js';

/** A wallet that declined is asked for the same again only with so many blocks left, about 20 seconds. */
const ENOUGH_BLOCKS = 50n;
/** A blockhash is valid for 150 blocks, and a node may be late. More are left only on another chain. */
const MOST_BLOCKS = 300n;
/** How long the chain may be silent before the page says so. */
const PATIENCE_MS = 12_000;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4_000;

/** A transaction to follow until it is decided, and what to say then. */
export type Followed = Readonly<{
  sent: Sent;
  /** Base58; absent if nobody can tell whether the wallet has sent it. */
  signature?: string | undefined;
  /** Of the error by which the wallet’s answer got lost. */
  code?: string;
  /** What stands below the headline. */
  note?: string;
  /** Returns further lines of the result, once the transaction is confirmed. */
  getFacts?(): Promise<readonly Fact[]>;
}>;

/** Asks a wallet to send what it is given, in the tap. */
export type Ask = (begin: (wanted: Wanted) => ReturnType<Build>) => Promise<Uint8Array | undefined>;

/** Thrown in place of building, because an earlier transaction of the order may still be executed, or was. */
class SentBefore extends Error {
  override readonly name = 'SentBefore';
  readonly sent: Sent;

  constructor(sent: Sent) {
    super(`The transaction that names ${sent.reference} may have been sent before`);
    this.sent = sent;
  }
}

/**
 * Returns what a wallet may be asked for, and keeps it, because the browser may drop this page while the
 * wallet app is open: the transaction that it declined, again, which can not be executed twice, or a new one.
 */
async function beginSent(wanted: Wanted): Promise<Readonly<{ sent: Sent; isAgain: boolean }>> {
  let again: Sent | undefined;
  for (const { sent, word } of recallKept()) {
    if (sent.order !== wanted.order) continue;
    const found = await lookFor(sent);
    const left = await countBlocksLeft(sent.lastValidBlockHeight);
    if (isOver(found, left)) {
      forgetSent(sent);
      continue;
    }
    const isSame = word === 'declined' && sent.payer === wanted.payer && !again;
    if (!isSame || found.status !== 'none' || left < ENOUGH_BLOCKS) throw new SentBefore(sent);
    again = sent;
  }
  const sent = again ?? (await createSent(wanted));
  keepSent(sent);
  // Of two tabs that begin at the same time, one sees the other’s.
  const other = recallKept().find(
    (kept) => kept.sent.order === sent.order && kept.sent.reference !== sent.reference,
  );
  if (other) {
    if (!again) forgetSent(sent);
    throw new SentBefore(other.sent);
  }
  return { sent, isAgain: again !== undefined };
}

/** Whether a transaction that is not on the chain can not come any more. */
const isOver = (found: Awaited<ReturnType<typeof lookFor>>, left: bigint): boolean =>
  found.status === 'none' && (found.isFinal || left > MOST_BLOCKS);

/**
 * Asks a wallet to send, and returns what to follow: also if the wallet reports a problem, unless nothing was
 * sent. After a refusal, which is only the wallet’s word, asks the chain. If an earlier transaction of the
 * order may still be executed, returns that one. Rejects with `SendFailed`.
 */
export async function askOnce(
  ask: Ask,
  report: ReportProgress,
  getMore: () => Pick<Followed, 'note' | 'getFacts'>,
): Promise<Followed> {
  let begun: Awaited<ReturnType<typeof beginSent>> | undefined;
  const sending = ask(async (wanted) => {
    begun = await beginSent(wanted);
    const { transaction, minContextSlot } = begun.sent;
    return { transactions: [Uint8Array.from(getBase64Encoder().encode(transaction))], minContextSlot };
  });
  const [answer] = await Promise.allSettled([sending]);
  const error: unknown = answer.status === 'rejected' ? answer.reason : undefined;
  if (error instanceof SentBefore) return { sent: error.sent };
  if (!begun) throw new SendFailed('not-sent', error ?? new Error('The wallet was not asked to send.'));
  const { sent, isAgain } = begun;
  if (answer.status === 'fulfilled')
    return { sent, signature: answer.value && getBase58Decoder().decode(answer.value), ...getMore() };
  const state = findSendError(error)?.context.transactions?.[0];
  if (state?.status === 'submitted') return { sent, signature: state.signature, ...getMore() };
  if (isDeclined(error) || findMobileWalletError(error, 'NOT_SUBMITTED')) {
    keepSent(sent, 'declined');
    report(describeError(error).title, 'We are checking that nothing was paid.');
    const found = await lookFor(sent);
    if (found.status === 'paid') return { sent, ...getMore() };
    throw new SendFailed(found.status === 'none' ? 'unseen' : 'unreachable', error);
  }
  if (sortSend([sent], error).unsent.length === 0) return { sent, code: describeError(error).code };
  // What was asked for before may have been sent then.
  if (isAgain) keepSent(sent, 'declined');
  else forgetSent(sent);
  throw new SendFailed('not-sent', error);
}

/**
 * Waits until a transaction is on the chain, or can not come any more, and returns the outcome. If the chain
 * can not be asked, the outcome offers to check again, but never to pay again. Never rejects.
 */
export async function followSent(followed: Followed, report: ReportProgress): Promise<Outcome> {
  const { sent, signature, code, note, getFacts } = followed;
  const facts = signature === undefined ? [] : [createSignatureFact(signature)];
  const [verb = ''] = sent.success.split(' ', 1);
  const unknown = `It may have been ${verb.toLowerCase()}`;
  if (signature === undefined)
    report(unknown, 'We are looking. This can take two minutes.', {
      late: 'We are still looking. This can take two minutes.',
      isPending: true,
      code,
    });
  else
    report('Confirming…', 'Your wallet has sent it. This takes a few seconds.', {
      facts,
      late: 'Longer than usual. Do not pay again.',
    });
  let answeredAt = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    const left = await countBlocksLeft(sent.lastValidBlockHeight);
    const found = await lookFor(sent);
    if (found.status === 'paid') {
      forgetSent(sent);
      // Without the balances, the payment is still confirmed.
      const more = (await getFacts?.().catch(() => [])) ?? [];
      const all = [...more, createSignatureFact(found.signature), ...createReturnFacts(found.also)];
      return { tone: 'success', title: sent.success, ...(note && { text: note }), facts: all };
    }
    if (isOver(found, left)) {
      forgetSent(sent);
      return {
        tone: 'neutral',
        title: 'The request has expired',
        // The chain of a page knows nothing of what was sent by another page, or before a reload.
        text:
          WALLET_PLACE === 'page'
            ? 'No payment by this page has arrived, and none can any more. Your balance shows what others did.'
            : 'The chain shows no payment, and none can arrive any more. You can ask for a new one.',
      };
    }
    if (found.status === 'none') answeredAt = performance.now();
    const failure = signature && (await findFailure(signature));
    if (failure) {
      // Another copy may still come, so this one stays kept until it is over.
      return {
        tone: 'failure',
        title: 'The chain refused the transaction',
        text: `${explainFailure(failure)} Only the fee was paid.`,
        facts,
      };
    }
    if (performance.now() - answeredAt > PATIENCE_MS) {
      return {
        tone: 'unsure',
        isPending: true,
        code,
        title: unknown,
        text: 'The chain could not be asked. Do not pay again: check again here, or look into your wallet.',
        facts: [...facts, { label: 'Reference', value: sent.reference, isCode: true }],
        next: { label: 'Check again', run: (again) => followSent(followed, again) },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const createSignatureFact = (signature: string): Fact => ({
  label: 'Signature',
  value: signature,
  isCode: true,
  ...getExplorerLink(signature),
});

/** A wallet that makes another transaction of what it was asked for may have paid twice. */
const createReturnFacts = (also: readonly ArrivedTransfer[] = []): readonly Fact[] =>
  also.map(({ signature }) => ({ ...createSignatureFact(signature), label: 'Paid again, to be given back' }));

/**
 * Returns a transaction that was still undecided when the page was closed or reloaded. There may be others,
 * because tokens can be sent while a payment is undecided: they follow at the next reload.
 */
export function recallSent(): Sent | undefined {
  return recallKept().find(({ word }) => word === 'asked')?.sent;
}
