import { describe, expect, it } from 'vitest';
import type { AuthorizeParams, SignAndSendParams } from '../../src/dapp/mobile-wallet.js';
import { createMobileWallet, type MobileWalletOptions } from '../../src/index.js';
import type { SessionConfig } from '../../src/transact/bytes.js';
import { encodeOffchainMessage, transact } from '../../src/transact/bytes.js';
import { readMembers } from '../../src/util/json-object.js';
import { createUi as createUiOf } from '../../src/wallet/open/ask/session-dialogs.js';
import type { Dialogs } from '../../src/wallet/options.js';
import { FLAVOURS } from '../support/flavours.js';
import { KEY } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { createTransaction, setUpConnected } from '../support/wallet.js';

/** Returns a dapp's dialogs as a session has them. */
const createUi = (dialogs: Dialogs) => createUiOf(dialogs, {}, () => 'other');

/**
 * Returns an object that has the same members by accessors of its class, and of the class that this one
 * extends.
 */
function asClass<T extends object>(members: T): T {
  class Base {}
  class Given extends Base {}
  Object.entries(members).forEach(([name, value], index) => {
    const { prototype } = index % 2 === 0 ? Given : Base;
    Object.defineProperty(prototype, name, { get: () => value, configurable: true });
  });
  return new Given() as T;
}

describe('accessors of a class count', () => {
  it.each(FLAVOURS)('in the config of transact of $name', async ({ transact: open }) => {
    const { launch, dial } = await createPhone();
    const states: string[] = [];
    const lines: string[] = [];
    const config: SessionConfig = {
      signal: new AbortController().signal,
      launch,
      dial,
      onProgress: ({ state }) => states.push(state),
      debug: (line) => lines.push(line),
    };
    expect(await open(() => 'done', asClass(config))).toBe('done');
    expect([states.length, lines.length]).not.toContain(0);
    const aborted = asClass({ ...config, signal: AbortSignal.abort('left') });
    await expect(open(() => 'done', aborted)).rejects.toBe('left');
  });

  it('in the parameters of a session', async () => {
    const phone = await createPhone();
    await transact(async (wallet) => {
      const identity = asClass({ name: 'Of a class', uri: 'https://class.example' });
      const sign_in_payload = asClass({ domain: 'class.example', statement: 'Hello' });
      const params = asClass<AuthorizeParams>({ chain: 'solana:devnet', identity, sign_in_payload });
      const { accounts, sign_in_result } = await wallet.authorize(params);
      expect(sign_in_result).toBeDefined();
      const send: SignAndSendParams<Uint8Array> = {
        transactions: [createTransaction(phone.wallet.accounts[0]?.address ?? '', 'a')],
        skipPreflight: true,
      };
      await wallet.signAndSendTransactions(asClass(send)).catch(() => {});
      await wallet.signMessages(asClass({ addresses: [accounts[0].address], payloads: [new Uint8Array(1)] }));
    }, phone);
    const [authorize, send, sign] = phone.requests;
    expect(authorize?.params).toMatchObject({
      identity: { name: 'Of a class' },
      sign_in_payload: { statement: 'Hello' },
    });
    expect(send?.params).toMatchObject({ options: { skip_preflight: true } });
    expect(sign?.method).toBe('sign_messages');
  });

  it('in the options of a wallet, and what its features take', async () => {
    const { settings, phone } = await setUpConnected();
    const { idleMs, ...options } = asClass<MobileWalletOptions>({ ...settings }) as MobileWalletOptions;
    expect([idleMs, options]).toEqual([undefined, {}]);
    const identity = asClass(settings.identity);
    const { accounts, features } = createMobileWallet(
      asClass<MobileWalletOptions>({ ...settings, identity }),
    );
    const [account] = accounts;
    if (!account) throw new Error('not restored');
    const send = asClass({
      account,
      chain: 'solana:devnet' as const,
      transaction: createTransaction(account.address, 'a'),
      options: asClass({ skipPreflight: true }),
    });
    await features['solana:signAndSendTransaction'].signAndSendTransaction(send).catch(() => {});
    expect(phone.requests.at(-1)?.params).toMatchObject({ options: { skip_preflight: true } });
    await features['solana:signIn'].signIn(asClass({ statement: 'Hello' }));
    expect(phone.requests.at(-1)?.params).toMatchObject({ sign_in_payload: { statement: 'Hello' } });
    const message = {
      account,
      messageVersion: 1 as const,
      message: 'a',
      requiredSigners: [account.publicKey],
    };
    const [signed] = await features['solana:signOffchainMessage'].signOffchainMessage(asClass(message));
    expect(signed?.signature).toHaveLength(64);
    const { transact: run } = features['mobile-wallet-standard:transact'];
    const aborted = asClass({ signal: AbortSignal.abort('left') });
    await expect(run(() => 'done', aborted)).rejects.toBe('left');
  });

  it('in an off-chain message', () => {
    const message = { text: 'Hello', addresses: [KEY] };
    expect(encodeOffchainMessage(asClass(message))).toEqual(encodeOffchainMessage(message));
  });

  it('in dialogs, whose methods keep their object', async () => {
    class OwnDialogs {
      readonly #answer = 'qr-code';
      async notFound() {
        return this.#answer as 'qr-code';
      }
    }
    const { notFound } = createUi(new OwnDialogs());
    const { signal } = new AbortController();
    expect(await notFound({ signal, choices: ['qr-code'], reason: 'no-answer' })).toBe('qr-code');
  });

  it('but neither what all objects have, nor a prototype that was parsed', () => {
    const parsed = JSON.parse('{ "a": 1, "__proto__": { "polluted": true }, "constructor": 2 }');
    expect(readMembers(parsed)).toEqual({ a: 1 });
    expect(readMembers(asClass({ a: 1 }))).toEqual({ a: 1 });
    expect(readMembers(Object.create(null))).toEqual({});
  });
});
