import { ed25519 } from '@noble/curves/ed25519.js';
import {
  address,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  getBase58Decoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMessage, getTransfer } from '../../test/support/chain.js';
import {
  createServedPhone,
  getBlockhash,
  haveLanded,
  type ServedPhone,
} from '../../test/support/served-phone.js';
import { decodeBase64, encodeUtf8 } from '../bytes.js';
import * as session from '../dapp/index.js';
import * as kit from './kit.js';
import * as legacy from './legacy.js';
import * as web3js from './web3js.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: 'favicon.png' };
const chain = 'solana:devnet';
const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

type Context = Readonly<{ payer: string; blockhash: string }>;

/** A flavour of the session API, and what is specific to its types. */
type Flavour = Readonly<{
  name: string;
  transact: typeof session.transact;
  createTransactions(context: Context): readonly unknown[];
  createSendable(context: Context): readonly unknown[];
  /** Returns a signed transaction's wire bytes. Checks first that it has the type that was passed in. */
  toWire(signed: unknown, asked: unknown): Uint8Array;
  toBase58Signature(signature: unknown): string;
}>;

const createKitMessage = ({ payer, blockhash }: Context, lamports: bigint) =>
  createMessage(createNoopSigner(address(payer)), blockhash as Blockhash, [
    getTransfer(address(payer), address(payer), lamports),
  ]);

const createKitTransaction = (context: Context, lamports: bigint) =>
  compileTransaction(createKitMessage(context, lamports));

const createWire = (context: Context, lamports: bigint) =>
  Uint8Array.from(getTransactionEncoder().encode(createKitTransaction(context, lamports)));

const createWeb3Transfer = ({ payer }: Context, lamports: number, to = new PublicKey(payer)) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(payer), toPubkey: to, lamports });

function createLegacyTransaction(context: Context, lamports: number): Transaction {
  const feePayer = new PublicKey(context.payer);
  return new Transaction({ feePayer, recentBlockhash: context.blockhash }).add(
    createWeb3Transfer(context, lamports),
  );
}

function createVersionedTransaction(context: Context, lamports: number): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: new PublicKey(context.payer),
    recentBlockhash: context.blockhash,
    instructions: [createWeb3Transfer(context, lamports)],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

/** A transaction that another account has signed. The wallet's signature is missing. */
function createPartlySigned(context: Context): Transaction {
  const other = Keypair.generate();
  const transaction = createLegacyTransaction(context, 7).add(
    SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: other.publicKey, lamports: 0 }),
  );
  transaction.partialSign(other);
  return transaction;
}

const web3: Omit<Flavour, 'name' | 'transact' | 'toBase58Signature'> = {
  createTransactions: (context) => [
    createLegacyTransaction(context, 1),
    createVersionedTransaction(context, 2),
    createPartlySigned(context),
  ],
  createSendable: (context) => [createLegacyTransaction(context, 3), createVersionedTransaction(context, 4)],
  toWire(signed, asked) {
    expect(Object.getPrototypeOf(signed)).toBe(Object.getPrototypeOf(asked));
    return Uint8Array.from((signed as Transaction | VersionedTransaction).serialize());
  },
};

const FLAVOURS: readonly Flavour[] = [
  {
    name: 'session',
    transact: session.transact,
    createTransactions: (context) => [createWire(context, 1n), createWire(context, 2n)],
    createSendable: (context) => [createWire(context, 3n), createWire(context, 4n)],
    toWire: (signed) => signed as Uint8Array,
    toBase58Signature: (signature) => toBase58(signature as Uint8Array),
  },
  {
    name: 'kit',
    transact: kit.transact as unknown as typeof session.transact,
    createTransactions: (context) => [createKitTransaction(context, 1n), createKitTransaction(context, 2n)],
    createSendable: (context) => [createKitTransaction(context, 3n), createKitMessage(context, 4n)],
    toWire(signed, asked) {
      expect(signed).toMatchObject({
        lifetimeConstraint: (asked as { lifetimeConstraint: unknown }).lifetimeConstraint,
      });
      return Uint8Array.from(
        getTransactionEncoder().encode(signed as ReturnType<typeof createKitTransaction>),
      );
    },
    toBase58Signature: (signature) => toBase58(signature as Uint8Array),
  },
  {
    name: 'web3js',
    transact: web3js.transact as unknown as typeof session.transact,
    ...web3,
    toBase58Signature: (signature) => signature as string,
  },
  {
    name: 'legacy',
    transact: legacy.transact as unknown as typeof session.transact,
    ...web3,
    toBase58Signature: (signature) => toBase58(decodeBase64(signature as string)),
  },
];

describe.each(['v1', 'legacy'] as const)('at a %s wallet', (protocol) => {
  let phone: ServedPhone;
  let publicKey: Uint8Array;
  let payer: string;
  beforeAll(async () => {
    phone = await createServedPhone({ protocol });
    publicKey = phone.wallet.accounts[0]?.publicKey ?? new Uint8Array();
    payer = phone.wallet.accounts[0]?.address ?? '';
  });
  afterAll(() => phone.whenClosed());

  describe.each(FLAVOURS)('the $name flavour', (flavour) => {
    const { transact } = flavour;
    const getContext = async (): Promise<Context> => ({ payer, blockhash: await getBlockhash(phone.chain) });

    it('authorize: grants a token and accounts with their chains', async () => {
      const result = await transact((wallet) => wallet.authorize({ chain, identity }), phone.config);
      expect(result.auth_token).toMatch(/./);
      expect(result.accounts).toHaveLength(1);
      expect(decodeBase64(result.accounts[0]?.address ?? '')).toEqual(publicKey);
      expect(result.accounts[0]?.chains).toEqual([chain]);
    });

    it('authorize: accepts both spellings of a chain, cluster, null lists and no chain', async () => {
      const chains = await transact(async (wallet) => {
        const results = [
          await wallet.authorize({ chain: 'devnet', features: null, addresses: null }),
          await wallet.authorize({ cluster: 'testnet' }),
          await wallet.authorize({ chain: 'mainnet-beta' }),
          await wallet.authorize(),
        ];
        return results.map(({ accounts }) => accounts[0]?.chains);
      }, phone.config);
      expect(chains).toEqual([[chain], ['solana:testnet'], ['solana:mainnet'], ['solana:mainnet']]);
    });

    it('authorize: signs in', async () => {
      const { sign_in_result: result, accounts } = await transact(
        (wallet) =>
          wallet.authorize({
            chain,
            identity,
            sign_in_payload: { domain: 'example.com', nonce: 'abcdefgh' },
          }),
        phone.config,
      );
      const message = decodeBase64(result?.signed_message ?? '');
      expect(result?.address).toBe(accounts[0]?.address);
      expect(new TextDecoder().decode(message)).toContain('Nonce: abcdefgh');
      expect(ed25519.verify(decodeBase64(result?.signature ?? ''), message, publicKey)).toBe(true);
    });

    it('reauthorize, and authorize with a token: renew without asking the user', async () => {
      const results = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        return [
          await wallet.reauthorize({ auth_token, identity, chain }),
          await wallet.authorize({ auth_token, identity, chain }),
        ];
      }, phone.config);
      for (const { accounts } of results) expect(decodeBase64(accounts[0]?.address ?? '')).toEqual(publicKey);
    });

    it('deauthorize: returns an empty object, and the token is invalid', async () => {
      const [result, error] = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        const result = await wallet.deauthorize({ auth_token });
        return [result, await wallet.authorize({ chain, identity, auth_token }).catch((e: unknown) => e)];
      }, phone.config);
      expect(result).toEqual({});
      expect(error).toMatchObject({ code: 'NOT_AUTHORIZED', context: { rpcCode: -1 } });
    });

    it('getCapabilities: returns limits, versions and features', async () => {
      const capabilities = await transact((wallet) => wallet.getCapabilities(), phone.config);
      expect(capabilities).toMatchObject({
        max_transactions_per_request: 10,
        max_messages_per_request: 10,
        supported_transaction_versions: ['legacy', 0],
      });
      expect(capabilities.features).toEqual(
        expect.arrayContaining(['solana:signTransactions', 'solana:cloneAuthorization']),
      );
    });

    it('cloneAuthorization: returns a second token', async () => {
      const [first, second] = await transact(async (wallet) => {
        const { auth_token } = await wallet.authorize({ chain, identity });
        const clone = await wallet.cloneAuthorization();
        await wallet.authorize({ chain, identity, auth_token: clone.auth_token });
        return [auth_token, clone.auth_token];
      }, phone.config);
      expect(second).not.toBe(first);
    });

    it('signMessages: returns each message with its signature', async () => {
      const payloads = ['one', 'zwölf'].map(encodeUtf8);
      const signed = await transact(async (wallet) => {
        const { accounts } = await wallet.authorize({ chain, identity });
        return wallet.signMessages({ addresses: accounts.map((account) => account.address), payloads });
      }, phone.config);
      signed.forEach((payload, index) => {
        const { message, signatures } = session.splitSignedMessage(payload, payloads[index] ?? payload, 1);
        expect(ed25519.verify(signatures[0] ?? payload, Uint8Array.from(message), publicKey)).toBe(true);
      });
    });

    it('signTransactions: returns the same types, signed', async () => {
      const transactions = flavour.createTransactions(await getContext());
      const signed = await transact(async (wallet) => {
        await wallet.authorize({ chain, identity });
        return wallet.signTransactions({ transactions: transactions as readonly Uint8Array[] });
      }, phone.config);
      expect(signed).toHaveLength(transactions.length);
      signed.forEach((transaction, index) => {
        const wire = flavour.toWire(transaction, transactions[index]);
        const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
        const signature = signatures[address(payer)] ?? new Uint8Array(64);
        expect(ed25519.verify(signature, Uint8Array.from(messageBytes), publicKey)).toBe(true);
      });
    });

    it('signAndSendTransactions: returns the signatures of landed transactions', async () => {
      const transactions = flavour.createSendable(await getContext());
      const signatures = await transact(async (wallet) => {
        await wallet.authorize({ chain, identity });
        return wallet.signAndSendTransactions({
          transactions: transactions as readonly Uint8Array[],
          minContextSlot: 1,
          commitment: 'confirmed',
        });
      }, phone.config);
      expect(await haveLanded(phone.chain, signatures.map(flavour.toBase58Signature))).toBe(true);
    });

    it('refuses a transaction of another flavour before the wallet sees it', async () => {
      const before = phone.methods.length;
      for (const wrong of [{}, 'text', null, { instructions: [] }]) {
        await expect(
          transact(
            (wallet) => wallet.signTransactions({ transactions: [wrong as unknown as Uint8Array] }),
            phone.config,
          ),
        ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', context: { argument: 'transactions[0]' } });
      }
      for (const transactions of [[], undefined]) {
        await expect(
          transact((wallet) => wallet.signTransactions({ transactions } as never), phone.config),
        ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', context: { argument: 'transactions' } });
      }
      expect(phone.methods).toHaveLength(before);
    });
  });
});

describe('accounts', () => {
  it('are kit’s addresses and web3.js’ public keys', () => {
    const key = Keypair.generate().publicKey;
    const account = { address: Buffer.from(key.toBytes()).toString('base64') };
    expect(kit.getAccountAddress(account)).toBe(key.toBase58());
    expect(web3js.getAccountPublicKey(account).equals(key)).toBe(true);
  });
});
