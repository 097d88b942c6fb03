import { getBase58Decoder } from '@solana/kit';
import { getExplorerLink, waitForVerdict } from './chain.js';
import { explainFailure } from './failures.js';
import { recall, remember } from './memory.js';
import type { Fact, Outcome, ReportProgress } from './outcome.js';
import { getStates } from './submission.js';

/** A transaction that a wallet has sent. */
export type Sent = Readonly<{
  /** Base58. */
  signature: string;
  /** The last block that can contain the transaction. */
  lastValidBlockHeight: bigint;
  /** The headline once the chain has confirmed it. */
  success: string;
  /** Returns further lines of the result, once the transaction is confirmed. */
  getFacts?(): Promise<readonly Fact[]>;
}>;

/**
 * Returns the base58 signature of a transaction that a wallet sends, even if the wallet reports a problem
 * together with the signature. Otherwise rejects as `sending` does.
 */
export async function getSentSignature(sending: Promise<Uint8Array | undefined>): Promise<string> {
  const signature = await sending.catch((error: unknown) => {
    const [state] = getStates(error);
    if (state?.status === 'submitted') return state.signature;
    throw error;
  });
  if (!signature) throw new Error('The wallet returned no signature.');
  return getBase58Decoder().decode(signature);
}

/**
 * Waits until the chain has confirmed or refused a transaction that was sent, and returns the outcome. If the
 * chain does not answer, the outcome offers to check again, but never to pay again. Never rejects.
 */
export async function followSent(sent: Sent, report: ReportProgress): Promise<Outcome> {
  const { signature, lastValidBlockHeight, success, getFacts } = sent;
  const fact: Fact = { label: 'Signature', value: signature, isCode: true, ...getExplorerLink(signature) };
  rememberSent(sent);
  report('Confirming on the chain…', 'The wallet has sent it. This takes a few seconds.', [fact]);
  const verdict = await waitForVerdict(signature, lastValidBlockHeight);
  if (verdict.state === 'confirmed') {
    rememberSent(undefined);
    // Without the balances, the payment is still confirmed.
    const facts = (await getFacts?.().catch(() => [])) ?? [];
    return { tone: 'success', title: success, facts: [...facts, fact] };
  }
  if (verdict.state === 'failed') {
    rememberSent(undefined);
    return {
      tone: 'failure',
      title: 'The chain refused the transaction',
      text: `${explainFailure(verdict.reason)} Only the fee was paid.`,
      facts: [fact],
    };
  }
  return {
    tone: 'unsure',
    isPending: true,
    title:
      verdict.state === 'unseen'
        ? 'Sent; the chain does not show it yet'
        : 'Sent; its confirmation could not be read',
    text: 'The wallet has sent it, so do not send it again. Check again here, or look in your wallet’s activity.',
    facts: [fact],
    next: { label: 'Check again', run: (again) => followSent(sent, again) },
  };
}

/** Returns the transaction that was still undecided when the page was closed or reloaded. */
export function recallSent(): Sent | undefined {
  const [signature, height, ...success] = recall('sent')?.split(' ') ?? [];
  if (!signature || !height) return undefined;
  return { signature, lastValidBlockHeight: BigInt(height), success: success.join(' ') };
}

function rememberSent(sent: Sent | undefined): void {
  remember('sent', sent && `${sent.signature} ${sent.lastValidBlockHeight} ${sent.success}`);
}
