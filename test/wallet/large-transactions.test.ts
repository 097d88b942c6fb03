import { ed25519 } from '@noble/curves/ed25519.js';
import {
  type Address,
  type AddressesByLookupTableAddress,
  address,
  type Transaction as CompiledTransaction,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createNoopSigner,
  getTransactionDecoder,
  getTransactionEncoder,
  setTransactionMessageConfig,
} from '@solana/kit';
import type { WalletAccount } from '@wallet-standard/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { SessionConfig } from '../../src/dapp/open/session-config.js';
import * as session from '../../src/transact/bytes.js';
import * as kit from '../../src/transact/kit/index.js';
import { encodeBase58 } from '../../src/util/base58.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import {
  createFundedSigner,
  createMessage,
  fetchBlockhash,
  getMemo,
  getTransfer,
  SOL,
} from '../support/chain.js';
import { createLookupTable } from '../support/lookup-table.js';
import { startNostrRelay } from '../support/nostr-relay.js';
import { createScanner } from '../support/remote.js';
import { createServedPhone, haveLanded } from '../support/served-phone.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore } from '../support/wallet.js';

const CHAIN = 'solana:devnet';
const identity = { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' };

/**
 * What the wallet app's account is, its chain, and how a dapp reaches it by a session or by a wallet object.
 */
type Phone = Readonly<{
  payer: Address;
  publicKey: Uint8Array;
  chain: ReturnType<typeof createLiteSvmChain>;
  config: SessionConfig;
  options: Partial<MobileWalletOptions>;
  close(): Promise<unknown>;
}>;

async function serveOnLoopback(): Promise<Phone> {
  const { wallet, chain, config, whenClosed } = await createServedPhone();
  const [{ publicKey }] = wallet.accounts as [WalletAccount & { publicKey: Uint8Array }];
  const payer = address(encodeBase58(publicKey));
  return {
    payer,
    publicKey,
    chain,
    config,
    options: config as Partial<MobileWalletOptions>,
    close: whenClosed,
  };
}

async function serveAtRelay(): Promise<Phone> {
  const relay = await startNostrRelay();
  const chain = createLiteSvmChain();
  const scanner = await createScanner({ chain });
  const [{ publicKey }] = scanner.wallet.accounts as [WalletAccount & { publicKey: Uint8Array }];
  const payer = address(encodeBase58(publicKey));
  chain.airdrop(payer, 5n * SOL);
  const remote = { type: 'nostr', relays: [relay.host] } as const;
  const scan = ({ uri }: Readonly<{ uri: string }>) => scanner.scan(uri);
  const close = () => Promise.all([scanner.leave(), relay.close()]);
  return { payer, publicKey, chain, config: { remote, scan }, options: { remote, dialogs: { scan } }, close };
}

/** Creates unsigned wire transactions, each with another amount, because a chain takes each only once. */
type Create = (amount: bigint) => Promise<Uint8Array>;

const toWire = (transaction: CompiledTransaction): Uint8Array =>
  Uint8Array.from(getTransactionEncoder().encode(transaction));

/** Creates transactions of version 1 of 4,086 bytes. Their memo needs more than the usual compute units. */
async function prepareVersion1({ payer, chain }: Phone): Promise<Create> {
  const limits = { computeUnitLimit: 1_400_000, loadedAccountsDataSizeLimit: 65_536 };
  return async (amount) => {
    const recent = await fetchBlockhash(chain);
    const create = (memo: string) => {
      const transfer = getTransfer(payer, payer, amount);
      const message = createMessage(createNoopSigner(payer), recent, [transfer, getMemo(memo)], 1);
      return toWire(
        compileTransaction(setTransactionMessageConfig(limits, message as never) as typeof message),
      );
    };
    return create('x'.repeat(4_086 - create('').length));
  };
}

/** Creates transactions of version 0 that load their recipients from a lookup table. */
async function prepareVersion0({ payer, chain }: Phone): Promise<Create> {
  const owner = await createFundedSigner(chain);
  const recipients = (await Promise.all([1, 2, 3].map(() => createFundedSigner(chain)))).map(
    (one) => one.address,
  );
  const table = await createLookupTable(chain, owner, recipients);
  const tables: AddressesByLookupTableAddress = { [table]: recipients };
  return async (amount) => {
    const recent = await fetchBlockhash(chain);
    const transfers = recipients.map((to) => getTransfer(payer, to, amount));
    const message = createMessage(createNoopSigner(payer), recent, transfers, 0);
    const compressed = compressTransactionMessageUsingAddressLookupTables(message as never, tables);
    return toWire(compileTransaction(compressed as typeof message));
  };
}

/** Has a transaction signed. Returns its signed bytes, or the signature with which the wallet sent it. */
type Way = (
  phone: Phone,
  wire: Uint8Array,
) => Promise<Readonly<{ signed: Uint8Array } | { sent: Uint8Array }>>;

const connect = async ({ options }: Phone) => {
  const wallet = createMobileWallet({ identity, chains: [CHAIN], store: createMemoryStore(), ...options });
  const [account] = (await wallet.features['standard:connect'].connect()).accounts;
  return { features: wallet.features, account: account as WalletAccount };
};
const toSigned = ([signed]: readonly Uint8Array[]) => ({ signed: signed as Uint8Array });
const toSent = ([sent]: readonly Uint8Array[]) => ({ sent: sent as Uint8Array });
const decode = (wire: Uint8Array) => getTransactionDecoder().decode(wire);

const inSession = <T>({ config }: Phone, work: (wallet: session.MobileWallet) => Promise<T>): Promise<T> =>
  session.transact(async (wallet) => {
    await wallet.authorize({ chain: CHAIN, identity });
    return work(wallet);
  }, config);
const inKit = <T>(
  { config, payer }: Phone,
  work: (wallet: kit.KitMobileWallet, signer: kit.AccountSigner) => Promise<T>,
): Promise<T> =>
  kit.transact(async (wallet) => {
    await wallet.authorize({ chain: CHAIN, identity });
    return work(wallet, kit.createAccountSigner(wallet, payer));
  }, config);

const WAYS: Readonly<Record<string, Way>> = {
  async 'signTransaction of the wallet'(phone, transaction) {
    const { features, account } = await connect(phone);
    const outputs = await getSignTransaction(features).signTransaction({ account, transaction });
    return toSigned(outputs.map(({ signedTransaction }) => signedTransaction));
  },
  async 'signAndSendTransaction of the wallet'(phone, transaction) {
    const { features, account } = await connect(phone);
    const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
    const outputs = await signAndSendTransaction({ account, transaction, chain: CHAIN });
    return toSent(outputs.map(({ signature }) => signature));
  },
  async 'transact of the wallet, signing'(phone, wire) {
    const { transact } = (await connect(phone)).features['mobile-wallet-standard:transact'];
    return toSigned(await transact((wallet) => wallet.signTransactions({ transactions: [wire] })));
  },
  async 'transact of the wallet, sending'(phone, wire) {
    const { transact } = (await connect(phone)).features['mobile-wallet-standard:transact'];
    return toSent(await transact((wallet) => wallet.signAndSendTransactions({ transactions: [wire] })));
  },
  '…/session, signing': async (phone, wire) =>
    toSigned(await inSession(phone, (wallet) => wallet.signTransactions({ transactions: [wire] }))),
  '…/session, sending': async (phone, wire) =>
    toSent(await inSession(phone, (wallet) => wallet.signAndSendTransactions({ transactions: [wire] }))),
  async '…/kit, signing'(phone, wire) {
    const signed = await inKit(phone, (wallet) => wallet.signTransactions({ transactions: [decode(wire)] }));
    return toSigned(signed.map(toWire));
  },
  '…/kit, sending': async (phone, wire) =>
    toSent(await inKit(phone, (wallet) => wallet.signAndSendTransactions({ transactions: [decode(wire)] }))),
  async 'a signer of …/kit, signing'(phone, wire) {
    const signed = await inKit(phone, (_, signer) =>
      signer.modifyAndSignTransactions([decode(wire) as never]),
    );
    return toSigned(signed.map(toWire));
  },
  'a signer of …/kit, sending': async (phone, wire) =>
    toSent(await inKit(phone, (_, signer) => signer.signAndSendTransactions([decode(wire) as never]))),
};

const PHONES = { loopback: serveOnLoopback, 'a Nostr relay': serveAtRelay } as const;
const TRANSACTIONS = {
  'version 1 and 4,086 bytes': prepareVersion1,
  'version 0 with a lookup table': prepareVersion0,
} as const;

describe.each(Object.entries(PHONES))('over %s', (_transport, serve) => {
  let phone: Phone;
  beforeAll(async () => {
    phone = await serve();
  });
  afterAll(() => phone.close());

  describe.each(Object.entries(TRANSACTIONS))('a transaction of %s', (_kind, prepare) => {
    let create: Create;
    let amount = 0n;
    beforeAll(async () => {
      create = await prepare(phone);
    });

    it.each(Object.entries(WAYS))('is signed and executed: %s', async (_way, sign) => {
      const { chain, publicKey, payer } = phone;
      const wire = await create(++amount);
      const { messageBytes } = decode(wire);
      const message = Uint8Array.from(messageBytes);
      const outcome = await sign(phone, wire.slice());
      const signature = 'sent' in outcome ? outcome.sent : decode(outcome.signed).signatures[payer];
      expect(ed25519.verify(Uint8Array.from(signature ?? []), message, publicKey)).toBe(true);
      if ('signed' in outcome) {
        const expected = toWire({ ...decode(wire), signatures: { [payer]: signature as never } });
        expect(outcome.signed).toEqual(expected);
        expect(outcome.signed).toHaveLength(wire.length);
        await chain.sendTransaction(outcome.signed);
      }
      expect(await haveLanded(chain, [encodeBase58(Uint8Array.from(signature ?? []))])).toBe(true);
    });
  });
});
