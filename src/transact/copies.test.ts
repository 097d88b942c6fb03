import { getTransactionDecoder } from '@solana/kit';
import { PublicKey, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { KEY, OTHER_KEY, SEED } from '../../test/support/mock-wallet.js';
import { createPhone, type Phone } from '../../test/support/phone.js';
import { getSignTransaction } from '../../test/support/sign-transaction.js';
import { createMemoryStore, createTransaction } from '../../test/support/wallet.js';
import type { AuthorizeParams, MobileWallet } from '../dapp/mobile-wallet.js';
import { decodeOffchainMessage } from '../protocol/offchain-message.js';
import { encodeBase58 } from '../util/base58.js';
import { decodeBase64, encodeBase64, encodeUtf8 } from '../util/bytes.js';
import { createMobileWallet } from '../wallet/register.js';
import * as session from './bytes.js';
import * as kit from './kit/index.js';
import * as web3js from './web3js.js';

// At every level, what the caller changes after the call has no effect on the request.
const chain = 'solana:devnet';
const ADDRESS = encodeBase58(decodeBase64(KEY));

const createWallet = ({ launch, dial }: Phone, store = createMemoryStore()) =>
  createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: [chain],
    store,
    launch,
    dial,
  });

/** The levels that pass a session's wallet to a callback. */
const WALLETS: readonly Readonly<{
  name: string;
  run(phone: Phone, callback: (wallet: MobileWallet) => Promise<unknown>): Promise<unknown>;
}>[] = [
  { name: 'the session API', run: (phone, callback) => session.transact(callback, phone) },
  {
    name: 'the callback of mobile-wallet-standard:transact',
    run: (phone, callback) =>
      createWallet(phone).features['mobile-wallet-standard:transact'].transact(callback),
  },
];

const getParams = ({ requests }: Phone, method: string) =>
  requests.filter((request) => request.method === method).at(-1)?.params;

/** Creates a phone whose only account is that of {@link KEY}. */
const createPhoneWithKey = () => createPhone({ accounts: [{ seed: SEED }] });

describe.each(WALLETS)('in $name', ({ run }) => {
  it.each([
    [
      'sign_messages',
      (wallet: MobileWallet, bytes: Uint8Array) =>
        wallet.signMessages({ addresses: [KEY], payloads: [bytes] }),
    ],
    [
      'sign_transactions',
      (wallet: MobileWallet, bytes: Uint8Array) => wallet.signTransactions({ transactions: [bytes] }),
    ],
    [
      'sign_and_send_transactions',
      (wallet: MobileWallet, bytes: Uint8Array) => wallet.signAndSendTransactions({ transactions: [bytes] }),
    ],
  ])('%s sends the bytes of the call', async (method, call) => {
    const phone = await createPhoneWithKey();
    const bytes = createTransaction(ADDRESS, 'a');
    const payload = encodeBase64(bytes);
    await run(phone, async (wallet) => {
      await wallet.authorize({ chain });
      const calling = call(wallet, bytes);
      bytes.fill(0);
      // The mock wallet has no chain to send to. These tests need only the request.
      await calling.catch(() => {});
    });
    expect(getParams(phone, method)).toMatchObject({ payloads: [payload] });
  });

  it.each([true, false])(
    'authorize sends the parameters of the call (with a sign-in: %s)',
    async (signsIn) => {
      const phone = await createPhoneWithKey();
      const identity = { name: 'Example', uri: 'https://example.com' };
      const resources = ['https://a.example'];
      const payload = { domain: 'example.com', statement: 'one', resources };
      const addresses = [KEY];
      const features = ['a:b'];
      const params: AuthorizeParams = {
        chain,
        identity,
        addresses,
        features,
        ...(signsIn && { sign_in_payload: payload }),
      };
      await run(phone, async (wallet) => {
        const calling = wallet.authorize(params);
        identity.name = 'Another';
        resources[0] = 'https://b.example';
        resources.push('https://c.example');
        payload.statement = 'two';
        addresses[0] = OTHER_KEY;
        features.push('c:d');
        await calling;
      });
      expect(getParams(phone, 'authorize')).toMatchObject({
        identity: { name: 'Example' },
        addresses: [KEY],
        features: ['a:b'],
        ...(signsIn && {
          sign_in_payload: { domain: 'example.com', statement: 'one', resources: ['https://a.example'] },
        }),
      });
    },
  );
});

describe('in the Wallet Standard methods', () => {
  it('signIn sends the input of the call', async () => {
    const phone = await createPhoneWithKey();
    const resources = ['https://a.example'];
    const calling = createWallet(phone).features['solana:signIn'].signIn({ resources });
    resources[0] = 'https://b.example';
    await calling;
    expect(getParams(phone, 'authorize')).toMatchObject({
      sign_in_payload: { resources: ['https://a.example'] },
    });
  });

  it('signOffchainMessage sends the text and the signers of the call', async () => {
    const phone = await createPhoneWithKey();
    const store = createMemoryStore();
    const connected = await createWallet(phone, store).features['standard:connect'].connect();
    const [account] = connected.accounts;
    if (!account) throw new Error('no account');
    const other = new Uint8Array(32).fill(9);
    const input = {
      messageVersion: 1 as const,
      account,
      message: 'one',
      requiredSigners: [account.publicKey, other],
    };
    // The wallet of another page load, which has yet to load its code.
    const calling = createWallet(phone, store).features['solana:signOffchainMessage'].signOffchainMessage(
      input,
    );
    Object.assign(input, { message: 'two', account: undefined, messageVersion: 2 });
    input.requiredSigners.pop();
    other.fill(0);
    const [output] = await calling;
    expect(decodeOffchainMessage(output?.signedOffchainMessage as Uint8Array)).toEqual({
      text: 'one',
      addresses: expect.arrayContaining([encodeBase64(new Uint8Array(32).fill(9))]),
    });
  });

  it('signMessage, signTransaction and signAndSendTransaction send the bytes of the call', async () => {
    const phone = await createPhoneWithKey();
    const { features } = createWallet(phone);
    const [account] = (await features['standard:connect'].connect()).accounts;
    if (!account) throw new Error('no account');
    const bytes = createTransaction(ADDRESS, 'a');
    const sent = bytes.slice();
    const calls = [
      features['solana:signMessage'].signMessage({ account, message: bytes }),
      getSignTransaction(features).signTransaction({ account, transaction: bytes }),
      features['solana:signAndSendTransaction'].signAndSendTransaction({
        account,
        transaction: bytes,
        chain,
      }),
    ];
    bytes.fill(0);
    await Promise.allSettled(calls);
    for (const method of ['sign_messages', 'sign_transactions', 'sign_and_send_transactions']) {
      expect(getParams(phone, method)).toMatchObject({ payloads: [encodeBase64(sent)] });
    }
  });

  it('transact uses the options of the call, although its code loads first', async () => {
    const phone = await createPhoneWithKey();
    const wallet = createWallet(phone);
    const options: { chain: typeof chain | 'solana:testnet' } = { chain };
    const running = wallet.features['mobile-wallet-standard:transact'].transact(() => 'ran', options);
    options.chain = 'solana:testnet';
    expect(await running).toBe('ran');
  });
});

describe('in the flavours', () => {
  it('kit keeps the lifetime and the message of the call', async () => {
    const phone = await createPhoneWithKey();
    const messageBytes = createTransaction(ADDRESS, 'a').slice(65);
    const lifetimeConstraint = { blockhash: 'a', lastValidBlockHeight: 1n };
    const decoded = getTransactionDecoder().decode(createTransaction(ADDRESS, 'a'));
    const transaction = { ...decoded, messageBytes, lifetimeConstraint } as unknown as typeof decoded;
    const [signed] = await kit.transact(async (wallet) => {
      await wallet.authorize({ chain });
      const signing = wallet.signTransactions({ transactions: [transaction] });
      messageBytes.fill(0);
      Object.assign(transaction, { lifetimeConstraint: 'another' });
      return signing;
    }, phone);
    expect(signed).toMatchObject({ messageBytes: decoded.messageBytes, lifetimeConstraint });
  });

  it('a signer of kit keeps what the call was made with', async () => {
    const phone = await createPhoneWithKey();
    const decoded = getTransactionDecoder().decode(createTransaction(ADDRESS, 'a'));
    const messageBytes = Uint8Array.from(decoded.messageBytes);
    const lifetimeConstraint = { blockhash: 'a', lastValidBlockHeight: 1n };
    const transaction = { ...decoded, messageBytes, lifetimeConstraint } as unknown as typeof decoded;
    const content = encodeUtf8('one');
    const [[signed], [message]] = await kit.transact(async (wallet) => {
      await wallet.authorize({ chain });
      const signer = kit.createAccountSigner(wallet, { address: KEY });
      const transactions = [transaction];
      const messages = [{ content, signatures: {} }];
      const signing = [
        signer.modifyAndSignTransactions(transactions),
        signer.modifyAndSignMessages(messages),
      ] as const;
      messageBytes.fill(0);
      content.fill(0);
      transactions.pop();
      messages.pop();
      Object.assign(transaction, { lifetimeConstraint: 'another' });
      return Promise.all(signing);
    }, phone);
    expect(signed).toMatchObject({ messageBytes: decoded.messageBytes, lifetimeConstraint });
    expect(message?.content).toEqual(encodeUtf8('one'));
  });

  it('web3js keeps the transaction of the call', async () => {
    const phone = await createPhoneWithKey();
    const payer = new PublicKey(decodeBase64(KEY));
    const transaction = new Transaction({
      feePayer: payer,
      blockhash: ADDRESS,
      lastValidBlockHeight: 7,
    }).add(SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 1 }));
    const versioned = VersionedTransaction.deserialize(createTransaction(ADDRESS, 'a'));
    const message = versioned.message.serialize();
    const [signed, other] = await web3js.transact(async (wallet) => {
      await wallet.authorize({ chain });
      const signing = wallet.signTransactions<Transaction | VersionedTransaction>({
        transactions: [transaction, versioned],
      });
      transaction.lastValidBlockHeight = 8;
      transaction.instructions.length = 0;
      versioned.signatures = [];
      Object.assign(versioned, { message: encodeUtf8('none') });
      return signing;
    }, phone);
    expect(signed).toMatchObject({ lastValidBlockHeight: 7, recentBlockhash: ADDRESS });
    expect((signed as Transaction).instructions).toHaveLength(1);
    expect((other as VersionedTransaction).message.serialize()).toEqual(message);
  });
});
