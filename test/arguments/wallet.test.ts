import { PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/transact/bytes.js';
import { KEY, OTHER_KEY as OTHER } from '../support/mock-wallet.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { setUpConnected } from '../support/wallet.js';
import {
  expectRefused,
  NOT_BYTES,
  NOT_FUNCTIONS,
  NOT_INPUTS,
  NOT_LISTS,
  NOT_OBJECTS,
  type WrongRow as Row,
} from '../support/wrong-values.js';

describe('a wallet refuses a wrong', async () => {
  const context = await setUpConnected();
  const getMethods = () => {
    const { features } = context.wallet;
    return {
      ...features['standard:connect'],
      ...features['standard:events'],
      ...features['solana:signIn'],
      ...features['solana:signMessage'],
      ...features['solana:signOffchainMessage'],
      ...features['solana:signAndSendTransaction'],
      ...features['solana:signAndSendAllTransactions'],
      ...getSignTransaction(features),
      ...features['mobile-wallet-standard:transact'],
    };
  };
  const message = new Uint8Array(1);
  const give = <T extends object>(input: T) => ({ account: context.account, ...input });
  const OTHER_KEY = new Uint8Array(32).fill(9);
  const offchain = (input: object): never =>
    give({
      messageVersion: 1,
      message: 'Hello',
      requiredSigners: [context.account.publicKey],
      ...input,
    }) as never;
  const sendable = <T extends object>(input: T) =>
    give({ chain: 'solana:devnet' as const, transaction: message, ...input });

  it.each<Row>([
    ['input of connect', 'input', NOT_INPUTS, (input) => getMethods().connect(input)],
    ['listener', 'listener', NOT_FUNCTIONS, (listener) => getMethods().on('change', listener)],
    ['input of signIn', 'input', NOT_INPUTS, (input) => getMethods().signIn(input)],
    [
      'format of a sign-in',
      'useOffchainMessage',
      NOT_INPUTS,
      (useOffchainMessage) => getMethods().signIn({}, { useOffchainMessage }),
    ],
    [
      'version of the format of a sign-in',
      'useOffchainMessage.messageVersion',
      [undefined, null, 0, 2, '1', [1]],
      (messageVersion) => getMethods().signIn({ useOffchainMessage: { messageVersion } }),
    ],
    ['input of signMessage', 'message', NOT_OBJECTS, (input) => getMethods().signMessage(input)],
    ['message', 'message', NOT_BYTES, (value) => getMethods().signMessage(give({ message: value }))],
    [
      'account',
      'account',
      [...NOT_OBJECTS, undefined],
      (account) => getMethods().signMessage({ message, account }),
    ],
    [
      'input of signOffchainMessage',
      'account',
      NOT_OBJECTS,
      (input) => getMethods().signOffchainMessage(input),
    ],
    [
      'version of an off-chain message',
      'messageVersion',
      [undefined, null, 0, '1', 2],
      (messageVersion) => getMethods().signOffchainMessage(offchain({ messageVersion })),
    ],
    [
      'off-chain message',
      'message',
      [undefined, null, 0, '', new Uint8Array(1), 'a \ud83d', '\ude00 a'],
      (text) => getMethods().signOffchainMessage(offchain({ message: text })),
    ],
    [
      'list of signers',
      'requiredSigners',
      [
        undefined,
        null,
        5,
        'text',
        {},
        OTHER_KEY,
        [],
        [OTHER_KEY],
        [new Uint8Array(31)],
        [null],
        ['text'],
        [32],
        [Promise.resolve(OTHER_KEY)],
        [new PublicKey(OTHER_KEY)],
      ],
      (requiredSigners) => getMethods().signOffchainMessage(offchain({ requiredSigners })),
    ],
    [
      'signer beside the account',
      'requiredSigners',
      [
        null,
        32,
        'text',
        new Uint8Array(31),
        Promise.resolve(OTHER_KEY),
        { toBase64: () => OTHER },
        'the same',
      ],
      (key) => {
        const { publicKey } = context.account;
        const requiredSigners = [publicKey, key === 'the same' ? publicKey : key];
        return getMethods().signOffchainMessage(offchain({ requiredSigners }));
      },
    ],
    ['input of signTransaction', 'transaction', NOT_OBJECTS, (input) => getMethods().signTransaction(input)],
    [
      'transaction to sign',
      'transaction',
      [...NOT_BYTES, new Uint8Array()],
      (transaction) => getMethods().signTransaction(give({ transaction })),
    ],
    [
      'transaction to send',
      'transaction',
      [...NOT_BYTES, new Uint8Array()],
      (transaction) => getMethods().signAndSendTransaction(sendable({ transaction })),
    ],
    [
      'options to sign with',
      'options',
      NOT_INPUTS,
      (options) => getMethods().signTransaction(sendable({ options })),
    ],
    [
      'options to send with',
      'options',
      NOT_INPUTS,
      (options) => getMethods().signAndSendTransaction(sendable({ options })),
    ],
    [
      'list of inputs',
      'inputs',
      [undefined, null, 0, 'text', {}],
      (inputs) => getMethods().signAndSendAllTransactions(inputs),
    ],
    [
      'options of signAndSendAllTransactions',
      'options',
      NOT_INPUTS,
      (options) => getMethods().signAndSendAllTransactions([], options),
    ],
    ['callback', 'callback', NOT_FUNCTIONS, (callback) => getMethods().transact(callback)],
    ['options of transact', 'options', NOT_OBJECTS, (options) => getMethods().transact(() => {}, options)],
    [
      'account of transact',
      'account',
      NOT_OBJECTS,
      (account) => getMethods().transact(() => {}, { account }),
    ],
    ['signal', 'signal', NOT_OBJECTS, (signal) => getMethods().transact(() => {}, { signal })],
  ])('%s', async (...row) => {
    await expectRefused(row);
    expect(context.phone.launches).toHaveLength(1);
  });
});

describe('the wallet of a callback refuses a wrong', () => {
  let wallet: MobileWallet;
  let end = (): void => {};
  let getRequests: () => number;
  beforeAll(async () => {
    const { wallet: owner, phone } = await setUpConnected();
    const { transact } = owner.features['mobile-wallet-standard:transact'];
    await new Promise<void>((resolve) => {
      void transact(async (session) => {
        await session.authorize();
        wallet = session;
        resolve();
        await new Promise<void>((finish) => {
          end = finish;
        });
      });
    });
    getRequests = () => phone.requests.length;
  });
  afterAll(() => end());

  it.each<Row>([
    ['params of authorize', 'params', NOT_OBJECTS, (params) => wallet.authorize(params)],
    ['sign-in', 'sign_in_payload', NOT_OBJECTS, (sign_in_payload) => wallet.authorize({ sign_in_payload })],
    [
      'format of a sign-in',
      'sign_in_payload.useOffchainMessage',
      [false, 1, {}, { messageVersion: 1 }],
      (useOffchainMessage) => wallet.authorize({ sign_in_payload: { useOffchainMessage } as never }),
    ],
    ['features', 'features', NOT_LISTS, (features) => wallet.authorize({ features })],
    ['addresses', 'addresses', NOT_LISTS, (addresses) => wallet.authorize({ addresses })],
    ['token', 'auth_token', [null, 0, '', []], (auth_token) => wallet.authorize({ auth_token })],
    ['params of reauthorize', 'params', NOT_OBJECTS, (params) => wallet.reauthorize(params)],
    ['params of deauthorize', 'params', NOT_OBJECTS, (params) => wallet.deauthorize(params)],
    ['params of signTransactions', 'params', NOT_OBJECTS, (params) => wallet.signTransactions(params)],
    ['params of sends', 'params', NOT_OBJECTS, (params) => wallet.signAndSendTransactions(params)],
    ['params of signMessages', 'params', NOT_OBJECTS, (params) => wallet.signMessages(params)],
    [
      'transaction',
      'transactions[0]',
      NOT_BYTES,
      (transaction) => wallet.signTransactions({ transactions: [transaction] }),
    ],
    [
      'message',
      'payloads[0]',
      NOT_BYTES,
      (payload) => wallet.signMessages({ addresses: [KEY], payloads: [payload] }),
    ],
  ])('%s', async (...row) => {
    const before = getRequests();
    await expectRefused(row);
    expect(getRequests()).toBe(before);
  });
});
