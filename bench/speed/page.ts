import type { SolanaSignTransactionFeature } from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { registerMobileWallet } from 'mobile-wallet-standard';
import { CHAIN, showOutput } from '../dapp.js';
import { type Control, connectControl } from './control.js';
import { blur, catchLaunch } from './launches.js';
import { type Blurring, runSession, type Who } from './sessions.js';
import { createSignedTransactions, verifyTransactions } from './transactions.js';

/**
 * The page's input, as JSON in the fragment of its address. Each tap does the job once and adds an output.
 */
export type Job = Readonly<{ port: number }> &
  (
    | Readonly<{ name: 'ready'; who: Who; after: number; blurring: Blurring }>
    | Readonly<{
        name: 'requests';
        who: Who | 'wallet' | 'floor verifying';
        counts: readonly number[];
        times: readonly number[];
      }>
  );

/** Times in ms since the wallet listened. */
export type Ready = Readonly<{ connecting: number; open: number; authorized: number }>;

/** The samples for one number of transactions, in ms. */
export type Requests = Readonly<{ count: number; samples: readonly number[] }>;

const job: Job = JSON.parse(decodeURIComponent(location.hash.slice(1)));

async function start(): Promise<void> {
  const control = await connectControl(job.port);
  const run = job.name === 'ready' ? await prepareReady(job, control) : await prepareRequests(job, control);
  addEventListener('click', async () => {
    const result = await run().catch((error: Error) => ({ error: String(error.stack ?? error) }));
    showOutput(JSON.stringify(result));
  });
  showOutput('prepared');
}

async function prepareReady(
  { who, after, blurring }: Job & { name: 'ready' },
  control: Control,
): Promise<() => Promise<Ready>> {
  const sockets = watchSockets();
  return async () => {
    const { listening, result } = await runSession(
      who,
      control,
      async (session) => {
        await session.authorize();
        return performance.now();
      },
      { after, blurring },
    );
    return {
      connecting: sockets.created - listening,
      open: sockets.open - listening,
      authorized: result - listening,
    };
  };
}

/** Records when the last WebSocket was created and when it opened. */
function watchSockets(): { created: number; open: number } {
  const times = { created: 0, open: 0 };
  const Native = WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols);
      times.created = performance.now();
      this.addEventListener('open', () => {
        times.open = performance.now();
      });
    }
  };
  return times;
}

async function prepareRequests(
  { who, counts, times }: Job & { name: 'requests' },
  control: Control,
): Promise<() => Promise<readonly Requests[]>> {
  const { publicKey, transactions } = await createSignedTransactions(Math.max(...counts));
  await control.setAccount(btoa(String.fromCharCode(...publicKey)));
  const measure = async (
    sign: (transactions: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>,
  ): Promise<Requests[]> => {
    const results: Requests[] = [];
    for (const [index, count] of counts.entries()) {
      const samples: number[] = [];
      const payloads = transactions.slice(0, count);
      for (let time = 0; time < (times[index] ?? 1); time++) {
        const start = performance.now();
        const signed = await sign(payloads);
        samples.push(performance.now() - start);
        assertSame(signed, payloads);
      }
      results.push({ count, samples });
    }
    return results;
  };
  if (who === 'wallet') return () => runWallet(control, measure);
  const isVerifying = who === 'floor verifying';
  return async () =>
    (
      await runSession(isVerifying ? 'floor' : who, control, async (session) => {
        await session.authorize();
        return measure(async (payloads) => {
          const signed = await session.sign(payloads);
          if (isVerifying) await verifyTransactions(publicKey, signed);
          return signed;
        });
      })
    ).result;
}

/** Measures the Wallet Standard wallet in a session that stays open. It verifies each signature. */
async function runWallet<T>(
  control: Control,
  measure: (sign: (transactions: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>) => Promise<T>,
): Promise<T> {
  // An earlier page stored an authorization of another account.
  localStorage.clear();
  registerMobileWallet({
    identity: { name: 'Bench' },
    chains: [CHAIN],
    local: 'always',
    idleMs: 600_000,
  });
  const [wallet] = getWallets().get() as WalletWithFeatures<
    StandardConnectFeature & SolanaSignTransactionFeature
  >[];
  if (!wallet) throw new Error('No wallet is registered');
  const launch = catchLaunch();
  const connected = wallet.features['standard:connect'].connect();
  await control.open((await launch).uri);
  blur();
  const [account] = (await connected).accounts;
  return measure(async (transactions) => {
    const inputs = transactions.map((transaction) => ({
      account: account as WalletAccount,
      transaction,
      chain: CHAIN,
    }));
    const outputs = await wallet.features['solana:signTransaction'].signTransaction(...inputs);
    return outputs.map(({ signedTransaction }) => signedTransaction);
  });
}

function assertSame(signed: readonly Uint8Array[], sent: readonly Uint8Array[]): void {
  const [last, lastSent] = [signed.at(-1), sent.at(-1)];
  if (
    signed.length !== sent.length ||
    last?.length !== lastSent?.length ||
    last?.at(-1) !== lastSent?.at(-1)
  ) {
    throw new Error('The endpoint returned other transactions');
  }
}

void start();
