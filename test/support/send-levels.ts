import { getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import * as session from '../../src/transact/bytes.js';
import * as kit from '../../src/transact/kit/index.js';
import * as legacy from '../../src/transact/legacy.js';
import * as web3js from '../../src/transact/web3js.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { Phone } from './phone.js';
import { getError } from './rejections.js';
import { createMemoryStore } from './wallet.js';

// Every way by which a dapp can send.

export const DEVNET = 'solana:devnet';

/** What a send came to: an error for all of its transactions, or what became of each. */
export type SendEnd =
  | Readonly<{ error: unknown; settled?: never }>
  | Readonly<{ error?: never; settled: readonly PromiseSettledResult<unknown>[] }>;

/** Creates the transactions to send, once it is known who pays. Addresses are base58. */
export type CreateWires = (payer: string) => Promise<readonly Uint8Array[]>;
export type SendLevel = Readonly<{
  name: string;
  /** Whether the call is made by a registered wallet, which authorizes and splits by itself. */
  isOfWallet: boolean;
  send(phone: Phone, createWires: CreateWires, mode?: 'parallel' | 'serial'): Promise<SendEnd>;
}>;

const end = (sending: Promise<readonly unknown[]>): Promise<SendEnd> =>
  sending.then(
    (values) => ({ settled: values.map((value) => ({ status: 'fulfilled', value })) }),
    (error: unknown) => ({ error }),
  );

/** The error of the call inside of the callback must be that of `transact`, too. */
const createFlavour = (
  name: string,
  transact: typeof session.transact,
  read: (wire: Uint8Array) => unknown,
): SendLevel => ({
  name,
  isOfWallet: false,
  async send(phone, createWires) {
    let inner: unknown;
    const ended = await end(
      transact(async (wallet) => {
        const { accounts } = await wallet.authorize({ chain: DEVNET });
        const transactions = (await createWires(kit.getAccountAddress(accounts[0]))).map(read);
        const sending = wallet.signAndSendTransactions({ transactions: transactions as Uint8Array[] });
        inner = await getError(sending);
        return sending;
      }, phone),
    );
    if (ended.error !== undefined && ended.error !== inner) throw new Error('`transact` has another error');
    return ended;
  },
});

const readWeb3js = (wire: Uint8Array): unknown => VersionedTransaction.deserialize(wire);

const connect = async ({ launch, dial }: Phone) => {
  const { features } = createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: [DEVNET],
    store: createMemoryStore(),
    launch,
    dial,
  });
  const [account] = (await features['standard:connect'].connect()).accounts;
  if (!account) throw new Error('no account');
  return { features, account };
};

const toInputs = async (account: Awaited<ReturnType<typeof connect>>['account'], createWires: CreateWires) =>
  (await createWires(account.address)).map(
    (transaction) => ({ account, transaction, chain: DEVNET }) as const,
  );

export const SEND_LEVELS: readonly SendLevel[] = [
  createFlavour('session', session.transact, (wire) => wire),
  createFlavour('kit', kit.transact as unknown as typeof session.transact, (wire) =>
    getTransactionDecoder().decode(wire),
  ),
  createFlavour('web3js', web3js.transact as unknown as typeof session.transact, readWeb3js),
  createFlavour('legacy', legacy.transact as unknown as typeof session.transact, readWeb3js),
  {
    name: 'signAndSendTransaction',
    isOfWallet: true,
    async send(phone, createWires) {
      const { features, account } = await connect(phone);
      const inputs = await toInputs(account, createWires);
      return end(features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs));
    },
  },
  {
    name: 'signAndSendAllTransactions',
    isOfWallet: true,
    async send(phone, createWires, mode) {
      const { features, account } = await connect(phone);
      const inputs = await toInputs(account, createWires);
      const { signAndSendAllTransactions } = features['solana:signAndSendAllTransactions'];
      return signAndSendAllTransactions(inputs, mode && { mode }).then(
        (settled) => ({ settled }),
        (error: unknown) => ({ error }),
      );
    },
  },
  {
    name: 'mobile-wallet-standard:transact',
    isOfWallet: true,
    async send(phone, createWires) {
      const { features, account } = await connect(phone);
      return end(
        features['mobile-wallet-standard:transact'].transact(async (wallet) =>
          wallet.signAndSendTransactions({ transactions: await createWires(account.address) }),
        ),
      );
    },
  },
];
