import assert from 'node:assert/strict';
import {
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  address as toAddress,
} from '@solana/kit';
import type { SolanaSignTransactionMethod } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import type { Channel, MockWalletOptions } from '../../mock/src/index.js';
import type { Approve } from '../../mock/src/wallet/approval.js';
import type { ChainIdentifier } from '../../src/protocol/types.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import type { Grant } from '../../src/wallet/grant/stored-grant.js';
import { formatGrant, parseGrant } from '../../src/wallet/grant/stored-grant.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { AuthorizationStore } from '../../src/wallet/store.js';
import { createPerson } from './mock-wallet.js';
import { createPhone, type Phone } from './phone.js';
import { expectNoUnhandledRejections } from './rejections.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' };
const BLOCKHASH = '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn' as Blockhash;
export const MEMO = toAddress('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** A store that holds its entries in memory. */
export function createMemoryStore(): AuthorizationStore & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
  };
}

const fail = (): never => {
  throw new Error('blocked');
};

/** A store that the browser blocks. */
export const BLOCKED_STORE: AuthorizationStore = { get: fail, set: fail, delete: fail };

/** Stores that keep nothing, by what they do instead. */
export const FORGETFUL_STORES: readonly (readonly [what: string, store: AuthorizationStore])[] = [
  ['keeps nothing', { get: () => null, set: () => {}, delete: () => {} }],
  ['returns what is no text', { get: () => Object.create(null) as string, set: () => {}, delete: () => {} }],
  ['is blocked', BLOCKED_STORE],
];

/** Returns the options of a wallet object on a page of its own, with a store of its own. */
export const createSettings = () => ({
  identity: { name: 'Example', uri: 'https://dapp.example' },
  chains: ['solana:devnet'] as readonly ChainIdentifier[],
  store: createMemoryStore(),
});

/** Puts a changed grant in the place of what a store holds, as an earlier page load would have written it. */
export function editStored(
  { entries }: Readonly<{ entries: Map<string, string> }>,
  change: (grant: Grant) => Grant,
): void {
  for (const [key, text] of entries) {
    const grant = parseGrant(text);
    if (grant) entries.set(key, formatGrant(change(grant)));
  }
}

/** What the mock wallet of a phone may be, and `manually` where the test approves each request. */
type PhoneOptions = Omit<MockWalletOptions, 'approve'> & Readonly<{ approve?: Approve | 'manually' }>;

/**
 * Creates a wallet object, its phone, the user who is asked for each approval, and the sockets to the phone.
 * The methods of the wallet are detached from their objects, as wallet pickers detach them.
 */
export async function setUp(
  { approve, ...phoneOptions }: PhoneOptions = {},
  getOptions: Partial<MobileWalletOptions> | ((phone: Phone) => Partial<MobileWalletOptions>) = {},
) {
  const person = createPerson();
  const phone = await createPhone({
    ...phoneOptions,
    ...(approve !== undefined && { approve: approve === 'manually' ? person.approve : approve }),
  });
  const sockets: Channel[] = [];
  const store = createMemoryStore();
  const progress: string[] = [];
  const settings = {
    identity,
    chains: ['solana:devnet'] as readonly ChainIdentifier[],
    store,
    launch: phone.launch,
    async dial(url: string, options: Readonly<{ signal: AbortSignal }>) {
      const socket = await phone.dial(url, options);
      sockets.push(socket);
      return socket;
    },
    onProgress: ({ state }: Readonly<{ state: string }>) => void progress.push(state),
    ...(typeof getOptions === 'function' ? getOptions(phone) : getOptions),
  };
  const wallet = createMobileWallet(settings);
  const { features } = wallet;
  const changes: StandardEventsChangeProperties[] = [];
  features['standard:events'].on('change', (change) => changes.push(change));
  const { signMessage } = features['solana:signMessage'];
  const approveNext = async () => (await person.next()).decide({ approved: true });
  const declineNext = async () => (await person.next()).decide({ approved: false });
  return {
    connect: features['standard:connect'].connect,
    disconnect: features['standard:disconnect'].disconnect,
    on: features['standard:events'].on,
    signMessage,
    signAndSendTransaction: features['solana:signAndSendTransaction'].signAndSendTransaction,
    signAndSendAllTransactions: features['solana:signAndSendAllTransactions'].signAndSendAllTransactions,
    signIn: features['solana:signIn'].signIn,
    transact: features['mobile-wallet-standard:transact'].transact,
    revoke: features['mobile-wallet-standard:transact'].revoke,
    signTransaction: features['solana:signTransaction']?.signTransaction ?? cannotSign,
    wallet,
    phone,
    person,
    sockets,
    store,
    settings,
    progress,
    changes,
    approveNext,
    declineNext,
    /** Signs texts in one call, with the first account. */
    signText: (...texts: readonly string[]) => signMessage(...createInputs(wallet.accounts[0], texts)),
    /** The types of the requests that the user was asked to approve. */
    getQuestions: () => person.asked.map(({ type }) => type),
    countAccounts: () => changes.map(({ accounts }) => accounts?.length),
    /** Fails unless every session ends by itself, and every rejection was handled. */
    async expectQuiet() {
      await phone.whenIdle();
      assert.equal(phone.countOpen(), 0);
      await expectNoUnhandledRejections();
    },
  };
}

const cannotSign: SolanaSignTransactionMethod = () => {
  throw new Error('The wallet does not offer solana:signTransaction');
};

/** Creates the same, connected; unless the wallet lingers, the session has ended. */
export async function setUpConnected(
  phoneOptions: PhoneOptions = {},
  options: Partial<MobileWalletOptions> = {},
) {
  const context = await setUp(phoneOptions, options);
  const connecting = context.connect();
  if (phoneOptions.approve === 'manually') await context.approveNext();
  const [account] = (await connecting).accounts;
  if (!account) throw new Error('no account');
  if (options.idleMs === undefined) await context.phone.whenIdle();
  context.changes.length = 0;
  /** Signs texts in one call, also once the account is gone. */
  const signText = (...texts: readonly string[]) => context.signMessage(...createInputs(account, texts));
  return { ...context, account, signText };
}

function createInputs(account: WalletAccount | undefined, texts: readonly string[]) {
  if (!account) throw new Error('no account');
  return texts.map((text) => ({ account, message: encodeUtf8(text) }));
}

/** Returns an input for each memo: a transaction of the account, on devnet. */
export const createTransactionInputs = (account: WalletAccount, memos: readonly string[]) =>
  memos.map((memo) => ({
    account,
    chain: 'solana:devnet' as const,
    transaction: createTransaction(account.address, memo),
  }));

/** An unsigned wire transaction with a memo, by default of version 0. */
export function createTransaction(
  feePayer: string,
  text: string,
  blockhash: string = BLOCKHASH,
  version: 'legacy' | 0 | 1 = 0,
): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version }),
    (m) => setTransactionMessageFeePayer(toAddress(feePayer), m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1n },
        m,
      ),
    (m) => appendTransactionMessageInstruction({ programAddress: MEMO, data: encodeUtf8(text) }, m),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}
