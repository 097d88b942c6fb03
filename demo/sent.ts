import { getBase58Decoder } from '@solana/kit';
import { findTransaction, getExplorerLink, waitForVerdict } from './chain.js';
import { describeError } from './errors.js';
import { explainFailure } from './failures.js';
import { recall, remember } from './memory.js';
import type { Fact, Outcome, ReportProgress } from './outcome.js';
import { getStates } from './submission.js';

/** A transaction that a wallet was asked to send. */
export type Sent = Readonly<{
  /** Base58; `undefined` if the wallet returned none, so that nobody can tell whether it was sent. */
  signature?: string | undefined;
  /** An address that no other transaction names. By it, this one is found on the chain. */
  reference: string;
  /** The last block that can contain the transaction, unless the wallet has replaced its blockhash. */
  lastValidBlockHeight: bigint;
  /** The headline once the chain has confirmed it: what the user did, such as `Paid 0.01 test SOL`. */
  success: string;
  /** What stands below the headline. */
  note?: string;
  /** Returns further lines of the result, once the transaction is confirmed. */
  getFacts?(): Promise<readonly Fact[]>;
}>;

/**
 * Asks a wallet to send, and returns the transaction's signature in base58, even if the wallet reports a
 * problem together with it. Returns `undefined` if nobody can tell whether it was sent. Otherwise rejects as
 * `ask` does.
 *
 * `getAsked` returns the transaction once the wallet has been asked for it. It is remembered from then on,
 * because the browser may drop this page while the wallet app is open.
 */
export async function getSentSignature(
  sending: Promise<Uint8Array | undefined>,
  getAsked: () => Sent | undefined,
): Promise<string | undefined> {
  try {
    const signature = await sending;
    return signature && getBase58Decoder().decode(signature);
  } catch (error) {
    const [state] = getStates(error);
    if (state?.status === 'submitted') return getBase58Decoder().decode(state.signature);
    const asked = getAsked();
    if (asked && describeError(error, true).tone === 'unsure') return undefined;
    if (asked) forgetSent(asked);
    throw error;
  }
}

/**
 * Waits until the chain has confirmed or refused a transaction, and returns the outcome. If the chain does
 * not show it, the outcome offers to check again, but never to pay again. Never rejects.
 */
export async function followSent(sent: Sent, report: ReportProgress): Promise<Outcome> {
  const { signature, reference, lastValidBlockHeight, success, note, getFacts } = sent;
  rememberSent(sent);
  if (signature === undefined) return search(sent, report);
  const fact: Fact = { label: 'Signature', value: signature, isCode: true, ...getExplorerLink(signature) };
  report('Confirming…', 'Your wallet has sent it. This takes a few seconds.', { facts: [fact] });
  const verdict = await waitForVerdict(signature, lastValidBlockHeight);
  if (verdict.state === 'confirmed') {
    forgetSent(sent);
    // Without the balances, the payment is still confirmed.
    const facts = (await getFacts?.().catch(() => [])) ?? [];
    return { tone: 'success', title: success, ...(note && { text: note }), facts: [...facts, fact] };
  }
  if (verdict.state === 'failed') {
    forgetSent(sent);
    return {
      tone: 'failure',
      title: 'The chain refused the transaction',
      text: `${explainFailure(verdict.reason)} Only the fee was paid.`,
      facts: [fact],
    };
  }
  return {
    ...createPending(sent),
    title: verdict.state === 'unseen' ? 'The chain does not show it yet' : 'The chain could not be asked',
    text: 'Your wallet has sent it, so do not send it again. Check again here, or look into your wallet.',
    facts: [fact, createReferenceFact(reference)],
  };
}

/** Looks for a transaction that the wallet did not answer for. Not to find it proves nothing. */
async function search(sent: Sent, report: ReportProgress): Promise<Outcome> {
  report('Looking for it on the chain…', 'Your wallet did not say what became of it.');
  const found = await findTransaction(sent.reference);
  if (found.signature) return followSent({ ...sent, signature: found.signature }, report);
  const [first = '', ...rest] = sent.success;
  const reason = found.isUnreachable ? 'The chain could not be asked.' : 'The chain does not show it yet.';
  return {
    ...createPending(sent),
    title: `We can’t tell if you ${first.toLowerCase()}${rest.join('')}`,
    text: `${reason} Check your balance before you pay again.`,
    facts: [createReferenceFact(sent.reference)],
  };
}

const createReferenceFact = (reference: string): Fact => ({
  label: 'Reference',
  value: reference,
  isCode: true,
});

const createPending = (sent: Sent) =>
  ({
    tone: 'unsure',
    isPending: true,
    next: { label: 'Check again', run: (again: ReportProgress) => followSent(sent, again) },
    // The chain may never show it, and until then the page offers no other one.
    forget: () => forgetSent(sent),
  }) as const;

/**
 * Returns a transaction that was still undecided when the page was closed or reloaded. There may be others,
 * because tokens can be sent while a payment is undecided: they follow at the next reload.
 */
export function recallSent(): Sent | undefined {
  const [line = ''] = recallLines();
  const [reference, height, signature, ...success] = line.split(' ');
  if (!reference || !height) return undefined;
  return {
    reference,
    lastValidBlockHeight: BigInt(height),
    signature: signature || undefined,
    success: success.join(' '),
  };
}

/** Remembers a transaction that the wallet is asked for, or that is undecided. */
export function rememberSent(sent: Sent): void {
  const line = [sent.reference, sent.lastValidBlockHeight, sent.signature ?? '', sent.success].join(' ');
  const others = recallLines().filter((other) => !isOf(sent, other));
  remember('sent', [...others, line].join('\n'));
}

/** Forgets a transaction that is decided, and no other. */
function forgetSent(sent: Sent): void {
  const others = recallLines().filter((line) => !isOf(sent, line));
  remember('sent', others.length > 0 ? others.join('\n') : undefined);
}

function recallLines(): readonly string[] {
  return recall('sent')?.split('\n') ?? [];
}

function isOf({ reference }: Sent, line: string): boolean {
  return line.startsWith(`${reference} `);
}
