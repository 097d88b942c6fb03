import type { WalletAccount } from '@wallet-standard/base';
import type { SessionConfig } from '../../src/dapp/open/session-config.js';
import { transact } from '../../src/transact/bytes.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { decodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import type { MobileStandardWallet } from '../../src/wallet/wallet.js';
import { KEY, OTHER_KEY } from '../support/mock-wallet.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction } from '../support/wallet.js';

/** What a call is made with. */
export type Setting = Readonly<{
  wallet: MobileStandardWallet;
  config: SessionConfig;
  signal: AbortSignal;
}>;

type Call = Readonly<{
  /** As the page of faults names it. */
  label: string;
  /** The wallet is connected before the fault begins. */
  startsConnected: boolean;
  run(setting: Setting): Promise<unknown>;
}>;

/** The mock wallet's limit is 10. */
const MANY = 25;
const TRANSACT = 'mobile-wallet-standard:transact';
export const MESSAGE = encodeUtf8('Hello, wallet');
export const SIGN_IN = { domain: 'example.com', nonce: 'abcdefgh', statement: 'Is it me?' };
const OTHER_ADDRESS = encodeBase58(decodeBase64(OTHER_KEY));
const chain = 'solana:devnet';

/** The calls of a dapp that meet faults. */
export const CALLS = {
  connect: call('connect', false, ({ wallet }) => wallet.features['standard:connect'].connect()),
  signIn: call('signIn', false, ({ wallet }) => wallet.features['solana:signIn'].signIn(SIGN_IN)),
  signInLarge: call('signIn, with 5,000 characters', false, ({ wallet }) =>
    wallet.features['solana:signIn'].signIn({ ...SIGN_IN, statement: 'x'.repeat(5_000) }),
  ),
  signInAs: call('signIn, for a certain account', false, ({ wallet }) =>
    wallet.features['solana:signIn'].signIn({ ...SIGN_IN, address: OTHER_ADDRESS }),
  ),
  signMessage: call('signMessage', true, ({ wallet }) => signMessages(wallet, 1)),
  signLarge: call('signMessage, 5,000 bytes', true, ({ wallet }) =>
    wallet.features['solana:signMessage'].signMessage({
      account: getAccount(wallet),
      message: new Uint8Array(5_000),
    }),
  ),
  signMessages: call(`signMessage, ${MANY} messages`, true, ({ wallet }) => signMessages(wallet, MANY)),
  signTransaction: call('signTransaction', true, ({ wallet }) =>
    getSignTransaction(wallet.features).signTransaction(...getTransactions(wallet, 1)),
  ),
  signTransactions: call(`signTransaction, ${MANY}`, true, ({ wallet }) =>
    getSignTransaction(wallet.features).signTransaction(...getTransactions(wallet, MANY)),
  ),
  send: call('signAndSendTransaction', true, ({ wallet }) =>
    wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...getTransactions(wallet, 1)),
  ),
  sends: call(`signAndSendTransaction, ${MANY}`, true, ({ wallet }) =>
    wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(...getTransactions(wallet, MANY)),
  ),
  sendAll: call(`signAndSendAllTransactions, ${MANY}`, true, async ({ wallet }) => {
    const { signAndSendAllTransactions } = wallet.features['solana:signAndSendAllTransactions'];
    const results = await signAndSendAllTransactions(getTransactions(wallet, MANY));
    return results.map((result) => (result.status === 'fulfilled' ? 'sent' : result.reason.code));
  }),
  severalCalls: call('signMessage, three calls at once', true, async ({ wallet }) => {
    const settled = await Promise.allSettled([1, 2, 3].map(() => signMessages(wallet, 1)));
    return throwFirst(settled);
  }),
  revoke: call('revoke', true, ({ wallet }) => wallet.features[TRANSACT].revoke()),
  clone: call('transact: cloneAuthorization', true, ({ wallet, signal }) =>
    wallet.features[TRANSACT].transact((mobile) => mobile.cloneAuthorization(), { signal }),
  ),
  steps: call('transact: authorize, then signMessages', false, ({ wallet, signal }) =>
    wallet.features[TRANSACT].transact(
      async (mobile) => {
        await mobile.authorize();
        return mobile.signMessages({ addresses: [KEY], payloads: [MESSAGE] });
      },
      { signal },
    ),
  ),
  session: call('session API: authorize', false, ({ config, signal }) =>
    transact((mobile) => mobile.authorize({ chain }), { ...config, signal }),
  ),
  capabilities: call('session API: getCapabilities', false, ({ config, signal }) =>
    transact((mobile) => mobile.getCapabilities(), { ...config, signal }),
  ),
  together: call('session API: authorize, getCapabilities twice, at once', false, ({ config, signal }) =>
    transact(
      async (mobile) =>
        throwFirst(
          await Promise.allSettled([
            mobile.authorize({ chain }),
            mobile.getCapabilities(),
            mobile.getCapabilities(),
          ]),
        ),
      { ...config, signal },
    ),
  ),
  sessionSend: call('session API: authorize, then signAndSendTransactions', false, ({ config, signal }) =>
    transact(
      async (mobile) => {
        const { accounts } = await mobile.authorize({ chain });
        const payer = encodeBase58(decodeBase64(accounts[0]?.address ?? ''));
        return mobile.signAndSendTransactions({ transactions: [createTransaction(payer, 'memo')] });
      },
      { ...config, signal },
    ),
  ),
  sessionSteps: call('session API: authorize, then signMessages', false, ({ config, signal }) =>
    transact(
      async (mobile) => {
        await mobile.authorize({ chain });
        return mobile.signMessages({ addresses: [KEY], payloads: [MESSAGE] });
      },
      { ...config, signal },
    ),
  ),
} satisfies Readonly<Record<string, Call>>;

/** The name of one of {@link CALLS}. */
export type CallName = keyof typeof CALLS;

function call(label: string, startsConnected: boolean, run: Call['run']): Call {
  return { label, startsConnected, run };
}

function signMessages(wallet: MobileStandardWallet, count: number): Promise<unknown> {
  const account = getAccount(wallet);
  const inputs = Array.from({ length: count }, () => ({ account, message: MESSAGE }));
  return wallet.features['solana:signMessage'].signMessage(...inputs);
}

function getTransactions(wallet: MobileStandardWallet, count: number) {
  const account = getAccount(wallet);
  return Array.from({ length: count }, (_, index) => ({
    account,
    chain: 'solana:devnet' as const,
    transaction: createTransaction(account.address, `memo ${index}`),
  }));
}

function getAccount({ accounts: [account] }: MobileStandardWallet): WalletAccount {
  if (!account) throw new Error('The wallet is not connected');
  return account;
}

/** Throws the first reason; all must have failed alike. */
function throwFirst(settled: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = settled.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (reasons.length === 0) return settled;
  const codes = new Set(reasons.map(({ code }) => code));
  if (reasons.length < settled.length || codes.size > 1) throw new AggregateError(reasons, 'Not all alike');
  throw reasons[0];
}
