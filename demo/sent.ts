import { getBase58Decoder } from '@solana/kit';
import { findMobileWalletError, findSendError, isDeclined, sortSend } from 'mobile-wallet-standard';
import { findTransaction, getExplorerLink, waitForVerdict } from './chain.js';
import { DemoError, SendFailed } from './errors.js';
import { explainFailure } from './failures.js';
import type { Fact, Outcome, ReportProgress } from './outcome.js';
import { forgetSent, keepSent, recallKept, type Sent } from './sent-store.js';

/** How long a transaction may take to arrive on the chain. */
const ARRIVAL_MS = 3_000;

/** What stands below the headline once a confirmation takes longer than usual. */
const LATE = 'Longer than usual. Do not pay again.';

/** A transaction to follow until it is decided, and what to say then. */
export type Followed = Sent &
  Readonly<{
    /** What stands below the headline. */
    note?: string;
    /** Returns further lines of the result, once the transaction is confirmed. */
    getFacts?(): Promise<readonly Fact[]>;
  }>;

/** Thrown in place of sending, because an earlier transaction of the order was made, or may have been. */
export class SentBefore extends Error {
  override readonly name = 'SentBefore';
  readonly sent: Sent;

  constructor(sent: Sent) {
    super(`The transaction ${sent.signature ?? sent.reference} may have been sent before`);
    this.sent = sent;
  }
}

/**
 * Remembers a transaction that a wallet is asked for next, because the browser may drop this page while the
 * wallet app is open. Rejects with `SentBefore` if one of the same order was made, or may have been, whatever
 * the wallet said of it.
 */
export async function beginSent(sent: Sent): Promise<void> {
  // Before it looks for others: of two tabs that begin at the same time, one sees the other's.
  keepSent(sent);
  try {
    const earlier = (await findEarlier(sent)) ?? (await findLate(sent));
    if (earlier) throw new SentBefore(earlier);
  } catch (error) {
    forgetSent(sent);
    throw error;
  }
}

/** Returns a handler of errors that follows the earlier transaction, if one is the reason. */
export const followEarlier =
  (report: ReportProgress) =>
  (error: unknown): Promise<Outcome> => {
    if (error instanceof SentBefore) return followSent(error.sent, report);
    throw error;
  };

/** A wallet may have sent a transaction just before it declined it, which is then on its way. */
async function findLate(sent: Sent): Promise<Sent | undefined> {
  const isOnly = recallKept().every((kept) => kept.sent.order !== sent.order || isSame(kept.sent, sent));
  if (isOnly) return undefined;
  await new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS));
  return findEarlier(sent);
}

const isSame = (one: Sent, other: Sent): boolean => one.reference === other.reference;

async function findEarlier(next: Sent): Promise<Sent | undefined> {
  let undecided: Sent | undefined;
  for (const { sent, word } of recallKept()) {
    if (sent.order !== next.order || isSame(sent, next)) continue;
    const found = await findTransaction(sent.reference, sent.transfer, true);
    if (found.state === 'made') return { ...sent, signature: found.signature };
    if (word === 'denied') continue; // by the user: only the chain can prove the contrary
    if (word === 'asked' || found.state === 'open') undecided ??= sent;
    else if (found.state === 'unreachable')
      throw new DemoError('CHAIN_UNREACHABLE', 'The last payment could not be looked for.');
  }
  return undecided;
}

/**
 * Asks a wallet to send, and returns the transaction's signature in base58, even if the wallet reports a
 * problem together with it. Returns `undefined` if nobody can tell whether it was sent. After a refusal,
 * which is only the wallet's word, asks the chain. Rejects with `SendFailed`, or with what this page threw.
 *
 * `getAsked` returns the transaction once the wallet has been asked for it.
 */
export async function getSentSignature(
  sending: Promise<Uint8Array | undefined>,
  getAsked: () => Sent | undefined,
): Promise<string | undefined> {
  try {
    const signature = await sending;
    return signature && getBase58Decoder().decode(signature);
  } catch (error) {
    const state = findSendError(error)?.context.transactions?.[0];
    if (state?.status === 'submitted') return state.signature;
    const asked = getAsked();
    if (error instanceof SentBefore || error instanceof DemoError) throw error;
    if (!asked) throw new SendFailed('not-sent', error);
    if (isDeclined(error) || findMobileWalletError(error, 'NOT_SUBMITTED')) {
      keepSent(asked, 'refused');
      const found = await findTransaction(asked.reference, asked.transfer, true);
      if (found.state === 'made') return found.signature;
      throw new SendFailed(found.state === 'unseen' ? 'unseen' : 'unreachable', error);
    }
    if (sortSend([asked], error).unsent.length === 0) return undefined;
    forgetSent(asked);
    throw new SendFailed('not-sent', error);
  }
}

/**
 * Waits until the chain has confirmed or refused a transaction, and returns the outcome. If the chain does
 * not show it, the outcome offers to check again, but never to pay again. Never rejects.
 */
export async function followSent(sent: Followed, report: ReportProgress): Promise<Outcome> {
  const { signature, reference, transfer, lastValidBlockHeight, success, note, getFacts } = sent;
  keepSent(sent);
  if (signature === undefined) return search(sent, report);
  const fact = createSignatureFact(signature);
  report('Confirming…', 'Your wallet has sent it. This takes a few seconds.', { facts: [fact], late: LATE });
  const verdict = await waitForVerdict(signature, lastValidBlockHeight);
  // A wallet may return the signature of something else.
  const made = verdict.state === 'confirmed' && (await findTransaction(reference, transfer));
  if (made && made.state === 'made') {
    forgetSent(sent);
    // Without the balances, the payment is still confirmed.
    const facts = (await getFacts?.().catch(() => [])) ?? [];
    const all = [...facts, createSignatureFact(made.signature)];
    return { tone: 'success', title: success, ...(note && { text: note }), facts: all };
  }
  if (verdict.state === 'failed') {
    const other = await findTransaction(reference, transfer, true);
    if (other.state === 'made' && other.signature !== signature)
      return followSent({ ...sent, signature: other.signature }, report);
    // Another copy may still come, so the next one of this order is sent only after a look for this one.
    keepSent(sent, 'refused');
    return {
      tone: 'failure',
      title: 'The chain refused the transaction',
      text: `${explainFailure(verdict.reason)} Only the fee was paid.`,
      facts: [fact],
    };
  }
  const isUnreachable = verdict.state === 'unreachable' || (made && made.state === 'unreachable');
  return {
    ...createPending(sent),
    title: isUnreachable ? 'The chain could not be asked' : 'The chain does not show it yet',
    text: 'Your wallet has sent it, so do not send it again. Check again here, or look into your wallet.',
    facts: [fact, createReferenceFact(reference)],
  };
}

/** Looks for a transaction that the wallet did not answer for. Not to find it proves nothing. */
async function search(sent: Followed, report: ReportProgress): Promise<Outcome> {
  report('Looking for it on the chain…', 'Your wallet did not say what became of it.', { late: LATE });
  const found = await findTransaction(sent.reference, sent.transfer);
  if (found.state === 'made') return followSent({ ...sent, signature: found.signature }, report);
  const [first = '', ...rest] = sent.success;
  const reason =
    found.state === 'unreachable' ? 'The chain could not be asked.' : 'The chain does not show it yet.';
  return {
    ...createPending(sent),
    title: `We can’t tell if you ${first.toLowerCase()}${rest.join('')}`,
    text: `${reason} Check your balance before you pay again.`,
    facts: [createReferenceFact(sent.reference)],
  };
}

const createSignatureFact = (signature: string): Fact => ({
  label: 'Signature',
  value: signature,
  isCode: true,
  ...getExplorerLink(signature),
});

const createReferenceFact = (reference: string): Fact => ({
  label: 'Reference',
  value: reference,
  isCode: true,
});

const createPending = (sent: Followed) =>
  ({
    tone: 'unsure',
    isPending: true,
    next: { label: 'Check again', run: (again: ReportProgress) => followSent(sent, again) },
    // The chain may never show it, and until then the page offers no other one. If it does, that counts.
    deny: () => keepSent(sent, 'denied'),
  }) as const;

/**
 * Returns a transaction that was still undecided when the page was closed or reloaded. There may be others,
 * because tokens can be sent while a payment is undecided: they follow at the next reload.
 */
export function recallSent(): Sent | undefined {
  return recallKept().find(({ word }) => word === 'asked')?.sent;
}
