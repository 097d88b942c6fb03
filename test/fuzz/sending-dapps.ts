import { getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import type { Channel } from 'mobile-wallet-standard/endpoint';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import * as bytes from '../../src/transact/bytes.js';
import * as kit from '../../src/transact/kit/index.js';
import * as legacy from '../../src/transact/legacy.js';
import * as web3js from '../../src/transact/web3js.js';
import { decodeBase58 } from '../../src/util/base58.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { KEY } from '../support/mock-wallet.js';
import { within } from '../support/patience.js';
import { createMemoryStore } from '../support/wallet.js';

// Every way to send, as one function.

export const CHAIN = 'solana:devnet';
const IDENTITY = { name: 'Example', uri: 'https://example.com' };

/** What a dapp aborts with. */
export const ABORTED = new Error('The dapp’s own reason');
/** In ms of a calm machine. */
const BOUND = 10_000;

/** How a callback sends its transactions: in one call, in one after another, or in several at once. */
export const CALLS = ['one', 'each', 'at once'] as const;
/** How a dapp ends a send, where it can. */
export const ENDS = ['abort', 'abort of a call', 'disconnect', 'revoke'] as const;

/**
 * What the library says of the transactions at `indexes`: their signatures, or an error. A callback is told
 * of each of its calls, and whoever runs it of all.
 */
export type Report = Readonly<{
  indexes: readonly number[];
  outcome: PromiseSettledResult<readonly Uint8Array[]>;
}>;

/** A dapp that sends `transactions`. */
type Setting = Readonly<{
  launch(uri: string): void;
  dial(): Promise<Channel>;
  transactions: readonly Uint8Array[];
  calls: (typeof CALLS)[number];
}>;

/** A send under way, and the ways in which the dapp can end it. */
type Sending = Readonly<{ reports: Promise<readonly Report[]>; ends: Ends }>;
type Ends = Partial<Record<(typeof ENDS)[number], () => unknown>>;

/** What begins to send, and what then does. */
type Level = (setting: Setting) => Promise<() => Sending>;

type Send = (transactions: readonly Uint8Array[]) => Promise<readonly Uint8Array[]>;

/** Gives how a send settled; throws where it hangs. */
async function settle<T>(sending: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await within(BOUND, Promise.allSettled([sending]), 'a send to settle');
  return outcome;
}

/** Runs a callback by `transact`, which sends as `calls` say by what `createSend` makes of its wallet. */
function sendInCallback<TWallet>(
  transact: (callback: (wallet: TWallet) => Promise<void>) => Promise<void>,
  createSend: (wallet: TWallet) => Send | Promise<Send>,
  { transactions, calls }: Setting,
): Promise<readonly Report[]> {
  const all = transactions.map((_, index) => index);
  const reports: Promise<Report>[] = [];
  const passed: number[] = [];
  const call = (send: Send, indexes: readonly number[]): Promise<unknown> => {
    const sending = send(indexes.map((index) => transactions[index] as Uint8Array));
    passed.push(...indexes);
    reports.push(settle(sending).then((outcome) => ({ indexes, outcome })));
    return sending;
  };
  const running = transact(async (wallet) => {
    const send = await createSend(wallet);
    if (calls === 'one') await call(send, all);
    else if (calls === 'at once') await Promise.all(all.map((index) => call(send, [index])));
    else for (const index of all) await call(send, [index]);
  });
  return settle(running).then(async (outcome) => [
    ...(await Promise.all(reports)),
    // What it returns is not what was sent.
    ...(outcome.status === 'rejected' ? [{ indexes: passed, outcome }] : []),
  ]);
}

/** A flavour of the session API. It reads a transaction's bytes and a signature by `decode` and `read`. */
const createFlavour =
  (
    transact: unknown,
    decode: (wire: Uint8Array) => unknown,
    read: (signature: never) => Uint8Array,
    createSend = (wallet: MobileWallet, _abortSignal: AbortSignal): Send =>
      async (wires) => {
        const transactions = wires.map(decode) as Uint8Array[];
        return (await wallet.signAndSendTransactions({ transactions })).map((own) => read(own as never));
      },
  ): Level =>
  async (setting) =>
  () => {
    const { launch, dial } = setting;
    const [controller, ofCalls] = [new AbortController(), new AbortController()];
    const { signal } = controller;
    const run = transact as typeof bytes.transact;
    const reports = sendInCallback<MobileWallet>(
      (callback) => run(callback, { launch, dial, signal }),
      async (wallet) => {
        await wallet.authorize({ chain: CHAIN, identity: IDENTITY });
        return createSend(wallet, ofCalls.signal);
      },
      setting,
    );
    const ends = {
      abort: () => controller.abort(ABORTED),
      'abort of a call': () => (createSend === createKitSend ? ofCalls : controller).abort(ABORTED),
    };
    return { reports, ends };
  };

const readKit = (wire: Uint8Array) => getTransactionDecoder().decode(wire);
const asIs = (signature: Uint8Array): Uint8Array => signature;

const createKitSend = (wallet: MobileWallet, abortSignal: AbortSignal): Send => {
  const signer = kit.createAccountSigner(wallet as never, kit.getAccountAddress({ address: KEY }));
  return async (wires) => signer.signAndSendTransactions(wires.map(readKit) as never[], { abortSignal });
};

type Wallet = ReturnType<typeof createMobileWallet>;

/** A level of the registered wallet, which is connected. */
const createStandard =
  (begin: (wallet: Wallet, setting: Setting, signal: AbortSignal) => Promise<readonly Report[]>): Level =>
  async (setting) => {
    const { launch, dial } = setting;
    const settings = {
      identity: IDENTITY,
      chains: [CHAIN],
      store: createMemoryStore(),
      launch,
      dial,
    } as const;
    const wallet = createMobileWallet({ ...settings, dialogs: false });
    await wallet.features['standard:connect'].connect();
    return () => {
      const controller = new AbortController();
      const ends = {
        abort: () => controller.abort(ABORTED),
        disconnect: wallet.features['standard:disconnect'].disconnect,
        revoke: wallet.features['mobile-wallet-standard:transact'].revoke,
      };
      return { reports: begin(wallet, setting, controller.signal), ends };
    };
  };

const getInputs = ({ accounts: [account] }: Wallet, { transactions }: Setting) =>
  transactions.map((transaction) => ({ account: account as never, transaction, chain: CHAIN }) as const);

const sendAllAs = (mode: 'serial' | 'parallel'): Level =>
  createStandard(async (wallet, setting) => {
    const { signAndSendAllTransactions } = wallet.features['solana:signAndSendAllTransactions'];
    const outcome = await settle(signAndSendAllTransactions(getInputs(wallet, setting), { mode }));
    if (outcome.status === 'rejected') return [{ indexes: setting.transactions.map((_, at) => at), outcome }];
    return outcome.value.map((own, index) => ({
      indexes: [index],
      outcome: own.status === 'rejected' ? own : { ...own, value: [own.value.signature] },
    }));
  });

/** Every level at which a dapp sends. */
export const LEVELS = {
  session: createFlavour(bytes.transact, asIs, asIs),
  kit: createFlavour(kit.transact, readKit, asIs),
  'kit’s signer': createFlavour(kit.transact, readKit, asIs, createKitSend),
  'web3.js': createFlavour(web3js.transact, VersionedTransaction.deserialize, decodeBase58),
  legacy: createFlavour(legacy.transact, VersionedTransaction.deserialize, decodeBase64),
  'one send': createStandard(async (wallet, setting) => {
    const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
    const inputs = getInputs(wallet, setting);
    const call = async (indexes: readonly number[]): Promise<Report> => {
      const sending = signAndSendTransaction(...indexes.map((index) => inputs[index] as (typeof inputs)[0]));
      const outcome = await settle(sending.then((outputs) => outputs.map(({ signature }) => signature)));
      return { indexes, outcome };
    };
    const all = inputs.map((_, index) => index);
    if (setting.calls === 'one') return [await call(all)];
    if (setting.calls === 'at once') return Promise.all(all.map((index) => call([index])));
    const reports: Report[] = [];
    for (const index of all) reports.push(await call([index]));
    return reports;
  }),
  'all in series': sendAllAs('serial'),
  'all in parallel': sendAllAs('parallel'),
  transact: createStandard((wallet, setting, signal) =>
    sendInCallback<MobileWallet>(
      (callback) => wallet.features['mobile-wallet-standard:transact'].transact(callback, { signal }),
      (own) => async (transactions) => own.signAndSendTransactions({ transactions }),
      setting,
    ),
  ),
  'a method in transact': createStandard((wallet, setting, signal) =>
    sendInCallback(
      (callback) => wallet.features['mobile-wallet-standard:transact'].transact(callback, { signal }),
      () => async (transactions) => {
        const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
        const outputs = await signAndSendTransaction(...getInputs(wallet, { ...setting, transactions }));
        return outputs.map(({ signature }) => signature);
      },
      setting,
    ),
  ),
} as const satisfies Readonly<Record<string, Level>>;
