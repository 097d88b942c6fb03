import { getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import * as session from '../../src/transact/bytes.js';
import * as kit from '../../src/transact/kit/index.js';
import * as legacy from '../../src/transact/legacy.js';
import * as web3js from '../../src/transact/web3js.js';
import { decodeBase58 } from '../../src/util/base58.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import { findMobileWalletError, findSendError } from '../../src/util/find-error.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { Phone } from './phone.js';
import { getError } from './rejections.js';
import { stateOf } from './sends.js';
import { createSettings } from './wallet.js';

// Every way by which a dapp can send.

export const DEVNET = 'solana:devnet';

/** What a send came to: an error for all of its transactions, or what became of each. */
type SendEnd =
  | Readonly<{ error: unknown; settled?: never }>
  | Readonly<{ error?: never; settled: readonly PromiseSettledResult<unknown>[] }>;

/** Creates the transactions to send, once it is known who pays. Addresses are base58. */
type CreateWires = (payer: string) => Promise<readonly Uint8Array[]>;
export type SendLevel = Readonly<{
  name: string;
  /** Whether the call is made by a registered wallet, which authorizes and splits by itself. */
  isOfWallet: boolean;
  send(app: App, createWires: CreateWires, mode?: 'parallel' | 'serial'): Promise<SendEnd>;
}>;

/** How a dapp reaches a wallet app. */
type App = Pick<Phone, 'launch' | 'dial'>;

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
  async send({ launch, dial }, createWires) {
    let inner: unknown;
    const ended = await end(
      transact(
        async (wallet) => {
          const { accounts } = await wallet.authorize({ chain: DEVNET });
          const transactions = (await createWires(kit.getAccountAddress(accounts[0]))).map(read);
          const sending = wallet.signAndSendTransactions({ transactions: transactions as Uint8Array[] });
          inner = await getError(sending);
          return sending;
        },
        { launch, dial },
      ),
    );
    if (ended.error !== undefined && ended.error !== inner) throw new Error('`transact` has another error');
    return ended;
  },
});

const readKit = (wire: Uint8Array): unknown => getTransactionDecoder().decode(wire);
const readWeb3js = (wire: Uint8Array): unknown => VersionedTransaction.deserialize(wire);

const connect = async ({ launch, dial }: App) => {
  const { features } = createMobileWallet({
    ...createSettings(),
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
  createFlavour('kit', kit.transact as unknown as typeof session.transact, readKit),
  createFlavour('web3js', web3js.transact as unknown as typeof session.transact, readWeb3js),
  createFlavour('legacy', legacy.transact as unknown as typeof session.transact, readWeb3js),
  {
    name: 'signAndSendTransaction',
    isOfWallet: true,
    async send(app, createWires) {
      const { features, account } = await connect(app);
      const inputs = await toInputs(account, createWires);
      return end(features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs));
    },
  },
  {
    name: 'signAndSendAllTransactions',
    isOfWallet: true,
    async send(app, createWires, mode) {
      const { features, account } = await connect(app);
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
    async send(app, createWires) {
      const { features, account } = await connect(app);
      return end(
        features['mobile-wallet-standard:transact'].transact(async (wallet) =>
          wallet.signAndSendTransactions({ transactions: await createWires(account.address) }),
        ),
      );
    },
  },
];

/** A signer of kit, which sends what the session does. */
export const SIGNER_OF_KIT: SendLevel = {
  name: 'a signer of kit',
  isOfWallet: false,
  send: ({ launch, dial }, createWires) =>
    end(
      kit.transact(
        async (wallet) => {
          const { accounts } = await wallet.authorize({ chain: DEVNET });
          const signer = kit.createAccountSigner(wallet, accounts[0]);
          const transactions = (await createWires(signer.address)).map(readKit);
          return signer.signAndSendTransactions(transactions as never[]);
        },
        { launch, dial },
      ),
    ),
};

/** Returns the signature that a level gives: bytes, an output with bytes, base58 or base64. */
function toSignature(value: unknown): Uint8Array {
  if (typeof value === 'string') return value.endsWith('=') ? decodeBase64(value) : decodeBase58(value);
  return value instanceof Uint8Array ? value : (value as { signature: Uint8Array }).signature;
}

/** Returns the errors of a send. */
export const getErrors = ({ error, settled }: SendEnd): readonly unknown[] =>
  settled?.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])) ?? [error];

/** Returns what a dapp is told of each transaction: its state, or the code of an error without one. */
export function getTold({ error, settled }: SendEnd, count: number): readonly unknown[] {
  const read = (thrown: unknown, length: number): readonly unknown[] =>
    findSendError(thrown)?.context.transactions ?? Array(length).fill(findMobileWalletError(thrown)?.code);
  if (!settled) return read(error, count);
  return settled.flatMap((result) =>
    result.status === 'fulfilled' ? stateOf(toSignature(result.value)) : read(result.reason, 1),
  );
}
