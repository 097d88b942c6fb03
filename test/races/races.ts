import type { WalletAccount } from '@wallet-standard/base';
import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import { expect } from 'vitest';
import type { Channel, MockWalletOptions } from '../../mock/src/index.js';
import { encodeUtf8 } from '../../src/util/bytes.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createPerson } from '../support/mock-wallet.js';
import { createPhone, type Phone } from '../support/phone.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore } from '../support/wallet.js';

const rejections: unknown[] = [];
process.on('unhandledRejection', (reason) => rejections.push(reason));

/** Fails if any promise of this file's tests so far was rejected without a handler. */
export async function expectNoUnhandledRejections(): Promise<void> {
  // Node reports unhandled rejections after the microtasks of the turn in which they happened.
  await nextTurn();
  await nextTurn();
  expect(rejections.splice(0)).toEqual([]);
}

/** Handles a promise's rejection at once, so that a test may look at the error later. */
export function getError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => ({ fulfilled: value }),
    (error: unknown) => error,
  );
}

/** Creates a callback that calls `reach` when it is called, and never settles. */
export const hangAfter = (reach: () => void) => (): Promise<never> => {
  reach();
  return new Promise(() => {});
};

/** Waits for the next turn of the event loop, by which everything that needs no input has continued. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The methods of a wallet that tests call, detached from their objects as wallet pickers detach them. */
const getMethods = ({ features }: ReturnType<typeof createMobileWallet>) => ({
  connect: features['standard:connect'].connect,
  disconnect: features['standard:disconnect'].disconnect,
  on: features['standard:events'].on,
  signMessage: features['solana:signMessage'].signMessage,
  signTransaction: getSignTransaction(features).signTransaction,
  signAndSend: features['solana:signAndSendTransaction'].signAndSendTransaction,
  signIn: features['solana:signIn'].signIn,
  transact: features['mobile-wallet-standard:transact'].transact,
  revoke: features['mobile-wallet-standard:transact'].revoke,
});

/**
 * Creates a wallet object, its phone, the user who is asked for each approval, and the sockets to the phone.
 */
export async function createSetup(
  phoneOptions: MockWalletOptions = {},
  getOptions: Partial<MobileWalletOptions> | ((phone: Phone) => Partial<MobileWalletOptions>) = {},
) {
  const person = createPerson();
  const phone = await createPhone({ approve: person.approve, ...phoneOptions });
  const options = typeof getOptions === 'function' ? getOptions(phone) : getOptions;
  const sockets: Channel[] = [];
  const store = createMemoryStore();
  const progress: string[] = [];
  const settings: MobileWalletOptions = {
    identity: { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' },
    chains: ['solana:devnet'],
    store,
    launch: phone.launch,
    async dial(url, dialOptions) {
      const socket = await phone.dial(url, dialOptions);
      sockets.push(socket);
      return socket;
    },
    onProgress: (state) => progress.push(state),
    ...options,
  };
  const wallet = createMobileWallet(settings);
  const changes: StandardEventsChangeProperties[] = [];
  wallet.features['standard:events'].on('change', (change) => changes.push(change));
  const approveNext = async () => (await person.next()).decide({ approved: true });
  const declineNext = async () => (await person.next()).decide({ approved: false });
  return {
    ...getMethods(wallet),
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
    /** The types of the requests that the user was asked to approve. */
    getQuestions: () => person.asked.map(({ type }) => type),
    countAccounts: () => changes.map(({ accounts }) => accounts?.length),
    /** Fails unless every session ends by itself, and every rejection was handled. */
    async expectQuiet() {
      await phone.whenIdle();
      expect(phone.countOpen()).toBe(0);
      await expectNoUnhandledRejections();
    },
  };
}

/** Creates the same, connected; the session has ended. */
export async function createConnectedSetup(
  phoneOptions: MockWalletOptions = {},
  options: Partial<MobileWalletOptions> = {},
) {
  const setup = await createSetup(phoneOptions, options);
  const connecting = setup.connect();
  if (!phoneOptions.approve) await setup.approveNext();
  const [account] = (await connecting).accounts;
  if (!account) throw new Error('no account');
  if (options.linger === undefined) await setup.phone.whenIdle();
  setup.changes.length = 0;
  return { ...setup, account };
}

/** An input to sign a message. */
export const createMessageInput = (account: WalletAccount, text: string) => ({
  account,
  message: encodeUtf8(text),
});
