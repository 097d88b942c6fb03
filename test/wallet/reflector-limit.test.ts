import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, vi } from 'vitest';
import type { MobileWalletFeatures } from '../../src/wallet/features.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { setUpConnectedRemote, setUpReloadedRemote, type setUpRemote } from '../support/remote.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction } from '../support/wallet.js';

/** A wallet of another device on the next page load, which has shown no code yet. */
async function setUpReloaded(options: Parameters<typeof setUpRemote>[1] = {}) {
  const context = await setUpReloadedRemote({ chain: ACCEPTING_CHAIN }, options);
  context.codes.length = 0;
  return { ...context, ...getWays(context.wallet, context.account) };
}

/** The ways to have transactions of so many bytes signed or sent, all of version 1. */
function getWays({ features }: Readonly<{ features: MobileWalletFeatures }>, account: WalletAccount) {
  const chain = 'solana:devnet' as const;
  const create = (length: number) => {
    const empty = createTransaction(account.address, '', undefined, 1).length;
    return createTransaction(account.address, 'x'.repeat(length - empty), undefined, 1);
  };
  const toInputs = (lengths: readonly number[]) =>
    lengths.map((length) => ({ account, chain, transaction: create(length) }));
  const { signAndSendAllTransactions } = features['solana:signAndSendAllTransactions'];
  return {
    sign: (...lengths: readonly number[]) =>
      getSignTransaction(features).signTransaction(...toInputs(lengths)),
    send: (...lengths: readonly number[]) =>
      features['solana:signAndSendTransaction'].signAndSendTransaction(...toInputs(lengths)),
    sendAll: (mode: 'parallel' | 'serial', ...lengths: readonly number[]) =>
      signAndSendAllTransactions(toInputs(lengths), { mode }),
    signMessage: (length: number) =>
      features['solana:signMessage'].signMessage({ account, message: new Uint8Array(length) }),
    signIn: (length: number) => features['solana:signIn'].signIn({ statement: 'x'.repeat(length) }),
    signInOffchain: (length: number) =>
      features['solana:signIn'].signIn({
        statement: 'x'.repeat(length),
        useOffchainMessage: { messageVersion: 1 },
      }),
    signInCallback: (length: number) =>
      features['mobile-wallet-standard:transact'].transact((wallet) =>
        wallet.signTransactions({ transactions: [create(length)] }),
      ),
  };
}

type MakeCall = (ways: ReturnType<typeof getWays>) => Promise<unknown>;
const TOO_LARGE = { code: 'PAYLOAD_TOO_LARGE', context: { maxBytes: 4_064 } };

describe('what no reflector carries', () => {
  it.each<[what: string, MakeCall]>([
    ['a transaction to sign', ({ sign }) => sign(4_086)],
    ['a transaction of one byte too many', ({ sign }) => sign(2_989)],
    ['one of several transactions to sign', ({ sign }) => sign(300, 4_086)],
    ['a transaction to send', ({ send }) => send(4_086)],
    ['one of several transactions to send', ({ send }) => send(300, 4_086)],
    ['the text of a sign-in', ({ signIn }) => signIn(4_000)],
    [
      'a sign-in in an off-chain message, whose response repeats it',
      ({ signInOffchain }) => signInOffchain(2_785),
    ],
    ['a message, whose response has a signature, too', ({ signMessage }) => signMessage(2_960)],
  ])('is refused before a code is shown: %s', async (_, call) => {
    const { codes, progress, ...ways } = await setUpReloaded();
    progress.length = 0;
    await expect(call(ways)).toRejectWith('PAYLOAD_TOO_LARGE', { maxBytes: 4_064 });
    expect(codes).toEqual([]);
    expect(progress).toEqual([]);
  });

  it.each<
    [what: string, mode: 'parallel' | 'serial', lengths: readonly number[], outcomes: readonly string[]]
  >([
    ['of several that are too large', 'parallel', [4_086, 4_000], ['PAYLOAD_TOO_LARGE', 'PAYLOAD_TOO_LARGE']],
    ['first, if the next waits for it', 'serial', [4_086, 300], ['PAYLOAD_TOO_LARGE', 'NOT_SUBMITTED']],
    ['with what makes the wallet app wait', 'serial', [2_960, 300], ['PAYLOAD_TOO_LARGE', 'NOT_SUBMITTED']],
  ])('is an outcome before a code is shown: each %s', async (_, mode, lengths, expected) => {
    const { codes, sendAll } = await setUpReloaded();
    const outcomes = await sendAll(mode, ...lengths);
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual(expected);
    expect(outcomes[0]).toMatchObject({ reason: TOO_LARGE });
    expect(codes).toEqual([]);
  });

  it('does not keep others from being sent', async () => {
    const { sendAll, scanner } = await setUpReloaded();
    expect(await sendAll('parallel', 4_086, 300)).toMatchObject([
      { status: 'rejected', reason: TOO_LARGE },
      { status: 'fulfilled' },
    ]);
    expect(scanner.getMethods().filter((method) => method.startsWith('sign'))).toHaveLength(1);
  });

  it('is refused to a callback before the user is asked to authorize it', async () => {
    const { signInCallback, scanner } = await setUpReloaded();
    await expect(signInCallback(4_086)).toRejectWith('PAYLOAD_TOO_LARGE', { maxBytes: 4_064 });
    expect(scanner.getMethods()).toEqual([]);
  });

  it('goes to the wallet app on this device, if that comes first', async () => {
    const phone = await createPhone({ capabilities: { supportedTransactionVersions: ['legacy', 0, 1] } });
    const { launch, dial } = phone;
    vi.stubGlobal('window', { isSecureContext: true });
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('navigator', { userAgent: 'Android' });
    const { wallet, account, codes } = await setUpConnectedRemote({}, { launch, dial, local: 'android' });
    expect(await getWays(wallet, account).sign(4_086)).toHaveLength(1);
    expect(codes).toEqual([]);
  });
});

describe('through a reflector', () => {
  it.each([
    ['binary', 2_988, 2_784],
    ['base64', 2_220, 2_016],
  ] as const)(
    'that speaks %s, a transaction of %i bytes and a sign-in of %i characters as an off-chain message are signed',
    async (subprotocol, length, characters) => {
      const { sign, signInOffchain, scanner } = await setUpReloaded({ reflector: { subprotocol } });
      expect((await sign(length))[0]?.signedTransaction).toHaveLength(length);
      expect(await signInOffchain(characters)).toHaveLength(1);
      expect(scanner.getMethods().at(-1)).toBe('sign_messages');
    },
  );

  it.each<[what: string, MakeCall]>([
    ['to sign', ({ sign }) => sign(300, 2_221)],
    ['to send', ({ send }) => send(300, 2_221)],
    ['in a callback', ({ signInCallback }) => signInCallback(2_221)],
    ['a sign-in in an off-chain message', ({ signInOffchain }) => signInOffchain(2_017)],
  ])('that speaks base64, what it cannot carry is refused before the user is asked: %s', async (_, call) => {
    const { scanner, codes, ...ways } = await setUpReloaded({ reflector: { subprotocol: 'base64' } });
    await expect(call(ways)).toRejectWith('PAYLOAD_TOO_LARGE', { maxBytes: 3_040 });
    expect(scanner.getMethods()).toEqual([]);
    expect(codes).toHaveLength(1);
  });
});
