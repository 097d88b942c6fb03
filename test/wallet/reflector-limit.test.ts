import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DialogChoice, SessionUi, ShowQrCode } from '../../src/dapp/open/session-ui.js';
import type { MobileStandardWallet } from '../../src/index.js';
import { transact } from '../../src/transact/bytes.js';
import type { MobileWalletFeatures } from '../../src/wallet/features.js';
import { createEvent } from '../support/event.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { startNostrRelay } from '../support/nostr-relay.js';
import { createPhone } from '../support/phone.js';
import { nextTurn } from '../support/rejections.js';
import { collectCodes, createScanner, setUpRemote } from '../support/remote.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction } from '../support/wallet.js';

type Options = NonNullable<Parameters<typeof setUpRemote>[1]>;

/** A wallet of another device on the next page load: its accounts are known, and no session is open. */
async function setUpReloaded(options: Options = {}) {
  const context = await setUpRemote({ chain: ACCEPTING_CHAIN }, options);
  await context.wallet.features['standard:connect'].connect();
  await context.scanner.leave();
  context.scanner.requests.length = 0;
  context.codes.length = 0;
  const { wallet } = context.reload();
  const [account] = wallet.accounts as readonly [WalletAccount];
  return { ...context, ...getWays(wallet, account), wallet, account };
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

const TOO_LARGE = { code: 'PAYLOAD_TOO_LARGE', context: { maxBytes: 4_064 } };

describe('what no reflector carries', () => {
  it.each<[what: string, (ways: ReturnType<typeof getWays>) => Promise<unknown>]>([
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
    const context = await setUpRemote({}, { launch, dial, local: 'android' });
    const { wallet, codes } = context;
    const { accounts } = await wallet.features['standard:connect'].connect();
    expect(await getWays(wallet, accounts[0] as WalletAccount).sign(4_086)).toHaveLength(1);
    expect(codes).toEqual([]);
  });
});

describe('through a reflector', () => {
  it.each([
    ['binary', 2_988],
    ['base64', 2_220],
  ] as const)('that speaks %s, a transaction of %i bytes is signed', async (subprotocol, length) => {
    const { sign } = await setUpReloaded({ reflector: { subprotocol } });
    expect((await sign(length))[0]?.signedTransaction).toHaveLength(length);
  });

  it.each([
    ['binary', 2_784],
    ['base64', 2_016],
  ] as const)(
    'that speaks %s, a sign-in of %i characters is signed as an off-chain message',
    async (...row) => {
      const [subprotocol, length] = row;
      const { signInOffchain, scanner } = await setUpReloaded({ reflector: { subprotocol } });
      expect(await signInOffchain(length)).toHaveLength(1);
      expect(scanner.getMethods().at(-1)).toBe('sign_messages');
    },
  );

  it.each<[what: string, (ways: ReturnType<typeof getWays>) => Promise<unknown>]>([
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

describe('a wallet whose icon no reflector carries', () => {
  const options = { quirks: { walletIconBytes: 4_000 } };

  const ended = ['SESSION_CLOSED', {}, expect.stringMatching(/ icon .*Nostr/)] as const;

  it.each<[what: string, (wallet: MobileStandardWallet) => Promise<unknown>]>([
    ['connect', ({ features }) => features['standard:connect'].connect()],
    ['signIn', ({ features }) => features['solana:signIn'].signIn({})],
    [
      'transact',
      ({ features }) => features['mobile-wallet-standard:transact'].transact((wallet) => wallet.authorize()),
    ],
  ])('ends %s, which says so', async (_, call) => {
    const { wallet, scanner } = await setUpRemote(options);
    await expect(call(wallet)).toRejectWith(...ended);
    expect(scanner.getMethods()).toContain('authorize');
  });

  it('ends a `transact` of the session API, which says so', async () => {
    const { reflector, scanner } = await setUpRemote(options);
    const scan: ShowQrCode = ({ uri }) => scanner.scan(uri);
    const remote = { type: 'reflector', host: reflector.host } as const;
    await expect(transact((wallet) => wallet.authorize(), { remote, scan })).toRejectWith(...ended);
  });

  describe('on a page with dialogs', () => {
    /** What the dialog is given while another scan is offered, and after that. */
    const AGAIN = { reason: 'cannot-connect', choices: ['qr-code'] };
    const NO_MORE = { reason: 'cannot-connect', choices: [] };

    /**
     * A page whose user scans each code, and asks for a code where one is offered: first with the wallet app
     * with the large icon, then with one of `others`.
     */
    async function setUpPage(...others: readonly Awaited<ReturnType<typeof createScanner>>[]) {
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
      const asked: object[] = [];
      const { scan, getReasons } = collectCodes(({ uri }, count) =>
        (others[count - 2] ?? context.scanner).scan(uri),
      );
      const notFound: SessionUi['notFound'] = async ({ reason, choices }) => {
        asked.push({ reason, choices });
        return 'qr-code';
      };
      const context = await setUpRemote(options, { dialogs: { scan, notFound, waiting() {} } });
      return { ...context, asked, getReasons };
    }

    it.each<[what: string, (wallet: MobileStandardWallet) => Promise<unknown>]>([
      ['connect', ({ features }) => features['standard:connect'].connect()],
      ['signIn', ({ features }) => features['solana:signIn'].signIn({})],
    ])('%s offers a second scan, and no third', async (_, call) => {
      const { wallet, asked, getReasons } = await setUpPage();
      await expect(call(wallet)).toRejectWith('SESSION_CLOSED');
      expect(asked).toEqual([AGAIN, NO_MORE]);
      expect(getReasons()).toEqual(['first', 'cannot-connect']);
    });

    it('a callback, which cannot run again, tells the user and ends', async () => {
      const { wallet, asked, getReasons } = await setUpPage();
      const { transact: ownTransact } = wallet.features['mobile-wallet-standard:transact'];
      await expect(ownTransact((session) => session.authorize())).toRejectWith('SESSION_CLOSED');
      expect(asked).toEqual([NO_MORE]);
      expect(getReasons()).toEqual(['first']);
    });

    it('calls that fail at once share the question, and go on with another wallet app', async () => {
      const other = await createScanner();
      onTestFinished(other.leave);
      const { wallet, asked, getReasons } = await setUpPage(other);
      const { features } = wallet;
      const [{ accounts }, signed] = await Promise.all([
        features['standard:connect'].connect(),
        features['solana:signIn'].signIn({}),
      ]);
      expect([accounts.length, signed.length]).toEqual([1, 1]);
      expect(asked).toEqual([AGAIN]);
      expect(getReasons()).toEqual(['first', 'cannot-connect']);
    });

    it('a disconnect ends the call while the user is asked', async () => {
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
      const { happen: noteAsked, happened: isAsked } = createEvent<AbortSignal>();
      const { scan } = collectCodes(({ uri }) => context.scanner.scan(uri));
      const notFound: SessionUi['notFound'] = ({ signal }) => {
        noteAsked(signal);
        return new Promise(() => {});
      };
      const context = await setUpRemote(options, { dialogs: { scan, notFound, waiting() {} } });
      const { features } = context.wallet;
      const connecting = features['standard:connect'].connect();
      const signal = await isAsked;
      const ended = expect(connecting).toRejectWith('SESSION_CLOSED');
      await features['standard:disconnect'].disconnect();
      await ended;
      expect(signal.aborted).toBe(true);
    });

    /** A page whose dialog `notFound` stays open until the test answers it. */
    async function setUpOpenDialog(onCode: (code: Parameters<ShowQrCode>[0], count: number) => unknown) {
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
      const { happen: noteAsked, happened: isAsked } = createEvent<Parameters<SessionUi['notFound']>[0]>();
      const { happen: answer, happened: answered } = createEvent<DialogChoice>();
      const notFound: SessionUi['notFound'] = (shown) => {
        noteAsked(shown);
        return answered;
      };
      const { scan, getReasons } = collectCodes(onCode);
      return { dialogs: { scan, notFound, waiting() {} }, isAsked, answer, getReasons };
    }

    it.each<[what: string, isShared: boolean]>([
      ['closes with its last call', false],
      ['stays open for a connect that shares it', true],
    ])('%s, if the caller aborts a callback', async (_, isShared) => {
      const { dialogs, isAsked, answer } = await setUpOpenDialog(({ uri }) => context.scanner.scan(uri));
      const context = await setUpRemote(options, { dialogs });
      const controller = new AbortController();
      const { features } = context.wallet;
      const { transact: ownTransact } = features['mobile-wallet-standard:transact'];
      const calling = ownTransact((session) => session.authorize(), { signal: controller.signal });
      const connecting = isShared ? features['standard:connect'].connect() : undefined;
      const ended = expect(calling).rejects.toBe('given up');
      const notConnected = connecting && expect(connecting).toRejectWith('SESSION_CLOSED');
      const { signal } = await isAsked;
      controller.abort('given up');
      await ended;
      expect(signal.aborted).toBe(!isShared);
      answer('cancel');
      await notConnected;
    });

    it('has no say in a later session, if the call has gone on in one that was open', async () => {
      const { dialogs, isAsked, answer, getReasons } = await setUpOpenDialog(({ uri }, count) =>
        (count === 2 ? tooLarge : context.scanner).scan(uri),
      );
      const tooLarge = await createScanner(options);
      onTestFinished(tooLarge.leave);
      const { happen: noteEnd, happened: isOver } = createEvent();
      const launch = vi.fn(() => {
        throw new Error('A wallet app is opened on this device');
      });
      const context = await setUpRemote({}, { dialogs, launch, local: 'android', onProgress });
      function onProgress({ state }: { state: string }) {
        if (state === 'idle' && getReasons().length === 3) noteEnd();
      }
      await context.wallet.features['standard:connect'].connect();
      await context.scanner.leave();
      vi.stubGlobal('window', { isSecureContext: true });
      vi.stubGlobal('navigator', { userAgent: 'Android' });
      const { wallet } = context.reload();
      const { sign } = getWays(wallet, wallet.accounts[0] as WalletAccount);
      const first = sign(300);
      expect(await isAsked).toMatchObject({ choices: ['qr-code', 'open-wallet'] });
      await sign(300);
      answer('open-wallet');
      expect(await first).toHaveLength(1);
      await context.scanner.leave();
      await isOver;
      await nextTurn();
      expect(await sign(300)).toHaveLength(1);
      expect(launch).not.toHaveBeenCalled();
    });
  });

  it('connects over Nostr', async () => {
    const relay = await startNostrRelay();
    onTestFinished(relay.close);
    const { wallet } = await setUpRemote(options, { remote: { type: 'nostr', relays: [relay.host] } });
    expect((await wallet.features['standard:connect'].connect()).accounts).toHaveLength(1);
  });
});
