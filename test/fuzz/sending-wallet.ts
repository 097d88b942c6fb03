import { setTimeout } from 'node:timers/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import { address, getTransactionEncoder, signatureBytes } from '@solana/kit';
import {
  type AnswerRequest,
  type Channel,
  concatBytes,
  createChannelPair,
  decodeBase64,
  encodeBase58,
  encodeBase64,
  encodeUtf8,
  equalBytes,
  type JsonObject,
  parseAssociationUri,
  type RpcOutcome,
  serveRpc,
  walletHandshake,
} from 'mobile-wallet-standard/endpoint';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { decodeTransaction } from '../../mock/src/explain/describe-transaction.js';
import { rewriteTransaction } from '../../mock/src/wallet/methods/rewriting.js';
import { REFERENCE_QUIRKS } from '../../mock/src/wallet/quirks.js';
import { KEY, SEED } from '../support/mock-wallet.js';
import { nextTurn } from '../support/rejections.js';

// A wallet app that answers sends as wallets do whose source is public.

/** The account that it grants. */
export const PAYER = address(encodeBase58(decodeBase64(KEY)));

/**
 * What becomes of a transaction that it sends: it is on the chain, or on the chain although the app takes the
 * send for failed, because the answer of the RPC was lost; or it arrives there only after the app has
 * answered; or the send failed. If the user declines the prompt for one, the app sends none after it.
 */
export const FATES = ['sent', 'lost', 'late', 'failed', 'declined'] as const;

/**
 * A transaction that it has signed. `payload` is what the dapp passed, `signature` the fee payer's, `own` the
 * app's; `isSent` is whether the app takes it for sent.
 */
type Made = Readonly<Record<'payload' | 'signed' | 'signature' | 'own', Uint8Array>> & { isSent: boolean };

/** An entry of the `signatures` of its successes; `own` is the app's own where somebody else pays the fee. */
export const SUCCESSES = {
  signatures: ({ signature }) => signature,
  own: ({ own }) => own,
  'payload and signature': ({ payload, signature }) => concatBytes(payload, signature),
  transactions: ({ signed }) => signed,
  base58: ({ signature }) => encodeUtf8(encodeBase58(signature)),
} as const satisfies Readonly<Record<string, (made: Made) => Uint8Array>>;
export type Success = keyof typeof SUCCESSES;

const toError = (code: number, data?: JsonObject): RpcOutcome => ({
  error: { code, message: 'no', ...(data && { data: JSON.stringify(data) }) },
});
const toText = ({ signature }: Made): string => encodeBase64(signature);

/** Its answers if it takes a transaction for failed. `undefined`: none, and the app closes. */
export const FAILURES = {
  // The reference's samples, Espresso Cash, Salmon 2.
  '-2 with valid': (all) => toError(-2, { valid: all.map(({ isSent }) => isSent) }),
  '-2': () => toError(-2),
  // Solar, TakumiPay, Totem, walletlib.
  '-3': () => toError(-3),
  '-4 with null': (all) => toError(-4, { signatures: all.map((one) => (one.isSent ? toText(one) : null)) }),
  // Totem, Espresso's plugin for Flutter.
  '-4 with all made': (all) => toError(-4, { signatures: all.map(toText) }),
  // Salmon.
  '-4 damaged': (all) => toError(-4, { signatures: all.map(() => 'AA==') }),
  '-4': () => toError(-4),
  '-32603': () => toError(-32_603),
  '-32000': () => toError(-32_000),
  // More than a second later: see `LATE_MS`.
  'late -1': () => toError(-1),
  nothing: () => undefined,
} as const satisfies Readonly<Record<string, (all: readonly Made[]) => RpcOutcome | undefined>>;
export type Failure = keyof typeof FAILURES;

/** Its answers before it has sent anything. */
export const REFUSALS = [
  'none',
  ...[-1, -2, -3, -4, -5, -6, -7, -100, -32_700, -32_600, -32_601, -32_602],
] as const;

/** What is wrong with the first entry of a success, or with its list. */
export const DAMAGES = {
  none: (entries) => entries,
  null: ([, ...others]) => [null, ...others],
  empty: ([, ...others]) => ['', ...others],
  short: ([, ...others]) => ['AA==', ...others],
  number: ([, ...others]) => [7, ...others],
  'list too short': ([, ...others]) => others,
  'list too long': (entries) => ['AA==', ...entries],
} as const satisfies Readonly<Record<string, (entries: readonly string[]) => readonly unknown[]>>;

/** What it does with one request to send. Where it has more transactions than fates, these repeat. */
export type Act = Readonly<{
  refusal: (typeof REFUSALS)[number];
  /** Whether it makes a version of its own, if nobody else has signed. */
  isRewritten: boolean;
  fates: readonly (typeof FATES)[number][];
  success: Success;
  damage: keyof typeof DAMAGES;
  failure: Failure;
}>;

/** In ms: a refusal that comes later may follow a send. */
const LATE_MS = 1_100;

const REWRITES = { changesPriorityFee: true, renewsBlockhash: true, addsGuards: true };
const CAPABILITIES = { supported_transaction_versions: ['legacy', 0], features: ['solana:signTransactions'] };

const HONEST: Act = {
  refusal: 'none',
  isRewritten: false,
  fates: ['sent'],
  success: 'signatures',
  damage: 'none',
  failure: 'nothing',
};

/**
 * What the app has said of a transaction: that it was sent, in a form that can be read; that it was not, by
 * an entry for it; or that the request for it alone is refused. `undefined`: nothing of the kind.
 */
export type Word = 'sent' | 'unsent' | 'refused' | undefined;

/**
 * The app says that it accepts `published` transactions in one request, and accepts `accepted`. `goesOn` is
 * whether it sends on after the session has ended, `isLegacy` whether its sessions are.
 */
type Manners = Readonly<{ published: number; accepted: number; goesOn: boolean; isLegacy: boolean }>;

/**
 * Creates the app on a chain. It acts as `acts` say, one for each request to send, and then honestly.
 * `onStep` is awaited whenever the dapp may notice something.
 */
export function createSendingWallet(
  chain: LiteSvmChain,
  acts: readonly Act[],
  { published, accepted, goesOn, isLegacy }: Manners,
  onStep: () => Promise<void>,
) {
  let uri = '';
  let requests = 0;
  const channels: Channel[] = [];
  const work = new Set<Promise<unknown>>();
  const words = new Map<string, Word>();
  const leave = (): void => {
    for (const channel of channels) channel.close();
  };
  const doLater = (then: () => Promise<unknown>): void => void work.add(nextTurn().then(nextTurn).then(then));

  const sign = async (payload: Uint8Array, isRewritten: boolean): Promise<Made> => {
    const quirks = { ...REFERENCE_QUIRKS, ...(isRewritten && REWRITES) };
    const { transaction } = await rewriteTransaction(decodeTransaction(payload), [PAYER], { quirks, chain });
    const own = signatureBytes(ed25519.sign(Uint8Array.from(transaction.messageBytes), SEED));
    const signatures = { ...transaction.signatures, [PAYER]: own };
    const signed = Uint8Array.from(getTransactionEncoder().encode({ ...transaction, signatures }));
    return { payload, signed, own, signature: signed.subarray(1, 65), isSent: false };
  };

  /** Returns whether the chain took it. */
  const submit = async ({ signed }: Made): Promise<boolean> => {
    const isTaken = await chain.sendTransaction(signed).then(
      () => true,
      () => false,
    );
    await onStep();
    return isTaken;
  };

  const send = async (all: readonly Made[], fates: Act['fates'], signal: AbortSignal) => {
    for (const [index, one] of all.entries()) {
      const fate = fates[index % fates.length];
      if (fate === 'declined' || (signal.aborted && !goesOn)) break;
      if (fate === 'late') doLater(() => submit(one));
      if (fate === 'sent' || fate === 'lost') one.isSent = (await submit(one)) && fate === 'sent';
    }
  };

  const act = async (payloads: readonly Uint8Array[], signal: AbortSignal) => {
    const { refusal, isRewritten, fates, success, damage, failure } = acts[requests++] ?? HONEST;
    if (payloads.length > accepted) return toError(-6);
    if (refusal !== 'none') return toError(refusal);
    const all = await Promise.all(payloads.map((payload) => sign(payload, isRewritten)));
    await send(all, fates, signal);
    const isDone = all.every(({ isSent }) => isSent);
    if (failure === 'late -1' && !isDone) await setTimeout(LATE_MS);
    for (const [index, { payload, isSent, signed }] of all.entries()) {
      const isDamaged = damage !== 'none' && (damage.startsWith('list') || index === 0);
      const isReadable = !isDamaged && canBeRead(success, payload, signed);
      const unsent = failure === '-4 with null' && !isSent && 'unsent';
      const refused = all.length === 1 && (failure === '-3' || failure === 'late -1') && 'refused';
      const word = isDone ? isReadable && 'sent' : unsent || refused;
      words.set(encodeBase64(payload), word || undefined);
    }
    if (!isDone) return FAILURES[failure](all);
    const entries = all.map((made) => encodeBase64(SUCCESSES[success](made)));
    return { result: { signatures: DAMAGES[damage](entries) } };
  };

  const answer = async (method: string, params: JsonObject, signal: AbortSignal): Promise<RpcOutcome> => {
    await onStep();
    if (/^(re)?authorize$/.test(method)) {
      return { result: { auth_token: 'AAAA', accounts: [{ address: KEY }] } };
    }
    if (method !== 'sign_and_send_transactions') {
      return { result: { ...CAPABILITIES, max_transactions_per_request: published } };
    }
    const outcome = await act((params['payloads'] as string[]).map(decodeBase64), signal);
    if (!outcome) leave();
    await onStep();
    doLater(onStep);
    return outcome ?? { result: null };
  };

  const serve: AnswerRequest = (...request) => {
    const answering = answer(...request);
    work.add(answering);
    return answering;
  };

  return {
    words,
    leave,
    launch(opened: string) {
      uri = opened;
    },
    async dial(): Promise<Channel> {
      const [dapp, own] = createChannelPair();
      channels.push(own);
      const { associationPublicKey } = parseAssociationUri(uri);
      const serving = walletHandshake(own, associationPublicKey, isLegacy ? undefined : '{"v":"1"}');
      void serving.then(({ secure }) => serveRpc(secure, serve)).catch(() => {});
      return dapp;
    },
    /** Resolves when the app has done all that it was asked for. */
    async whenDone() {
      for (const doing of work) await doing;
    },
  };
}

/** Whether an entry can be read: that of a transaction needs the fee payer's signature, and an account's. */
function canBeRead(success: Success, payload: Uint8Array, signed: Uint8Array): boolean {
  if (success === 'signatures' || success === 'own') return true;
  const isSponsored = signed[0] !== 1;
  const isRewritten = !equalBytes(payload.subarray(65), signed.subarray(65));
  return (
    !isSponsored && (success === 'transactions' || (success === 'payload and signature' && !isRewritten))
  );
}
