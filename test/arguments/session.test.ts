import { type Blockhash, compileTransaction, createNoopSigner } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { isSet } from '../../src/protocol/payloads.js';
import { encodeBase58, type MobileWallet, splitSignedMessage } from '../../src/transact/bytes.js';
import { createAccountSigner, getAccountAddress } from '../../src/transact/kit/index.js';
import { getAccountPublicKey } from '../../src/transact/web3js.js';
import { ADDRESS, createSignerPhone } from '../support/account-signers.js';
import { createMessage, getTransfer } from '../support/chain.js';
import { FLAVOURS } from '../support/flavours.js';
import { KEY } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import {
  expectRefused,
  NOT_BYTES,
  NOT_FUNCTIONS,
  NOT_LISTS,
  NOT_OBJECTS,
  type WrongRow as Row,
} from '../support/wrong-values.js';

/**
 * Values that are no transaction of a flavour, also because their bytes cannot be read, or are those of an
 * asynchronous library.
 */
function getNotTransactions(flavour: string): readonly unknown[] {
  if (flavour === 'session') return [...NOT_BYTES, new Uint8Array()];
  if (flavour === 'kit') {
    const { messageBytes } = compileTransaction(
      createMessage(createNoopSigner(ADDRESS), '11111111111111111111111111111111' as Blockhash, []),
    );
    const parts = [
      ...[...NOT_BYTES, new Uint8Array()].map((wrong) => ({ messageBytes: wrong, signatures: {} })),
      ...NOT_BYTES.filter(isSet).map((wrong) => ({ messageBytes, signatures: { [ADDRESS]: wrong } })),
    ];
    return [...NOT_OBJECTS, {}, ...parts];
  }
  const versioned = [...NOT_BYTES, new Uint8Array()].map((wrong) => ({
    message: {},
    serialize: () => wrong,
  }));
  const legacy = NOT_BYTES.map((wrong) => ({ signatures: [], serializeMessage: () => wrong }));
  const signed = [...NOT_BYTES.filter((wrong) => Boolean(wrong)), new Uint8Array(63)].map((signature) => ({
    signatures: [{ signature }],
    serializeMessage: () => new Uint8Array(100),
  }));
  const large = { signatures: [], serializeMessage: () => new Uint8Array(1232) };
  return [...NOT_OBJECTS, {}, ...versioned, ...legacy, ...signed, large];
}

describe.each(FLAVOURS)('transact of $name refuses a wrong', async ({ name, transact }) => {
  const phone = await createPhone();
  const open = (member: string) => (value: never) =>
    transact(() => {}, { launch: phone.launch, dial: phone.dial, [member]: value });

  it.each<Row>([
    ['callback', 'callback', NOT_FUNCTIONS, (callback) => transact(callback, phone)],
    ['config', 'config', NOT_OBJECTS, (config) => transact(() => {}, config)],
    ['signal', 'signal', NOT_OBJECTS, open('signal')],
    ['remote', 'remote', NOT_OBJECTS, open('remote')],
    ['launch', 'launch', [null, 0, 'text', {}], open('launch')],
    ['dial', 'dial', [null, 0, 'text', {}], open('dial')],
    ['onProgress', 'onProgress', [null, 0, 'text', {}], open('onProgress')],
    ['baseUri', 'baseUri', NOT_OBJECTS, open('baseUri')],
  ])('%s, before anything opens', async (...row) => {
    await expectRefused(row);
    expect(phone.launches).toEqual([]);
  });

  it('argument of the session’s wallet, before anything is sent', async () => {
    const notTransactions = getNotTransactions(name);
    const getRows = (wallet: MobileWallet): readonly Row[] => [
      ['', 'params', NOT_OBJECTS, wallet.authorize],
      ['', 'identity', NOT_OBJECTS, (value) => wallet.authorize({ identity: value })],
      ['', 'sign_in_payload', NOT_OBJECTS, (value) => wallet.authorize({ sign_in_payload: value })],
      [
        '',
        'sign_in_payload.useOffchainMessage',
        [false, 1, {}, { messageVersion: 1 }],
        (useOffchainMessage) => wallet.authorize({ sign_in_payload: { useOffchainMessage } as never }),
      ],
      ['', 'features', NOT_LISTS, (features) => wallet.authorize({ features })],
      ['', 'addresses', NOT_LISTS, (addresses) => wallet.authorize({ addresses })],
      ['', 'auth_token', [null, 0, '', []], (auth_token) => wallet.authorize({ auth_token })],
      ['', 'params', NOT_OBJECTS, wallet.reauthorize],
      ['', 'params', NOT_OBJECTS, wallet.deauthorize],
      ['', 'params', NOT_OBJECTS, wallet.signTransactions],
      ['', 'params', NOT_OBJECTS, wallet.signAndSendTransactions],
      ['', 'params', NOT_OBJECTS, wallet.signMessages],
      ['', 'transactions', [null, ...NOT_LISTS], (transactions) => wallet.signTransactions({ transactions })],
      ['', 'transactions[0]', notTransactions, (wrong) => wallet.signTransactions({ transactions: [wrong] })],
      [
        '',
        'transactions[0]',
        notTransactions,
        (wrong) => wallet.signAndSendTransactions({ transactions: [wrong] }),
      ],
      [
        '',
        'payloads[0]',
        NOT_BYTES,
        (payload) => wallet.signMessages({ addresses: [KEY], payloads: [payload] }),
      ],
    ];
    await transact(async (wallet) => {
      for (const row of getRows(wallet)) await expectRefused(row);
    }, phone);
    expect(phone.requests).toEqual([]);
  });
});

describe('a signer of kit refuses a wrong', () => {
  it('argument, before anything is sent', async () => {
    const { run, getBlockhash, getMethods } = await createSignerPhone();
    await run(async ([signer], wallet) => {
      const { modifyAndSignMessages, modifyAndSignTransactions, signAndSendTransactions } = signer;
      const notContent = [...NOT_OBJECTS, ...NOT_BYTES.map((content) => ({ content }))];
      const notTransactions = getNotTransactions('kit');
      const transaction = compileTransaction(
        createMessage(createNoopSigner(ADDRESS), await getBlockhash(), [getTransfer(ADDRESS, ADDRESS, 1n)]),
      );
      const slot = (minContextSlot: never) => signAndSendTransactions([transaction], { minContextSlot });
      const rows: readonly Row[] = [
        ['', 'wallet', NOT_OBJECTS, (value) => createAccountSigner(value, KEY as never)],
        ['', 'account', NOT_OBJECTS, (account) => createAccountSigner(wallet, account)],
        ...[modifyAndSignMessages, modifyAndSignTransactions, signAndSendTransactions].flatMap(
          (sign): readonly Row[] => [
            ['', 'config', NOT_OBJECTS, (config) => sign([], config)],
            ['', 'config.abortSignal', NOT_OBJECTS, (abortSignal) => sign([], { abortSignal })],
          ],
        ),
        ['', 'messages', [null, ...NOT_LISTS], modifyAndSignMessages],
        ['', 'messages[0].content', notContent, (message) => modifyAndSignMessages([message])],
        ['', 'transactions', [null, ...NOT_LISTS], modifyAndSignTransactions],
        ['', 'transactions[0]', notTransactions, (wrong) => modifyAndSignTransactions([wrong])],
        ['', 'transactions[0]', notTransactions, (wrong) => signAndSendTransactions([wrong])],
        ['', 'minContextSlot', [null, '1', {}, Symbol('1'), -1, 0.5, 2n ** 31n], slot],
      ];
      for (const row of rows) await expectRefused(row);
    });
    expect(getMethods()).toEqual([]);
  });
});

describe('a helper refuses a wrong', () => {
  const bytes = new Uint8Array(64);
  it.each<Row>([
    ['bytes of encodeBase58', 'bytes', NOT_BYTES, encodeBase58],
    ['account of getAccountAddress', 'account', [...NOT_OBJECTS, {}, { address: '!' }], getAccountAddress],
    [
      'account of getAccountPublicKey',
      'account',
      [...NOT_OBJECTS, {}, { address: '!' }],
      getAccountPublicKey,
    ],
    ['signed payload', 'signed', NOT_BYTES, (signed) => splitSignedMessage(signed, bytes, 1)],
    ['message', 'message', NOT_BYTES, (message) => splitSignedMessage(bytes, message, 1)],
    ['number', 'addressCount', [null, '1', {}, -1, 0.5], (count) => splitSignedMessage(bytes, bytes, count)],
  ])('%s', (...row) => expectRefused(row));
});
