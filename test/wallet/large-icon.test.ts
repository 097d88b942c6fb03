import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/index.js';
import type { DialogChoice, SessionUi, ShowQrCode } from '../../src/dapp/open/session-ui.js';
import { transact } from '../../src/transact/bytes.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createEvent } from '../support/event.js';
import { nextTurn } from '../support/rejections.js';
import { collectCodes, createScanner, START_REMOTE, setUpRemote } from '../support/remote.js';
import { WALLET_CALLS } from '../support/wallet-calls.js';

describe('a wallet whose icon no reflector carries', () => {
  const options = { quirks: { walletIconBytes: 4_000 } };

  const ended = ['SESSION_CLOSED', {}, expect.stringMatching(/ icon .*Nostr/)] as const;

  it.each(['connect', 'signIn', 'transact'] as const)('ends %s, which says so', async (name) => {
    const { wallet, scanner } = await setUpRemote(options);
    await expect(WALLET_CALLS[name](wallet)).toRejectWith(...ended);
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

    type Page = Readonly<{
      wallet?: MockWalletOptions;
      others?: readonly Awaited<ReturnType<typeof createScanner>>[];
      answer?: Promise<DialogChoice>;
      more?: Partial<MobileWalletOptions>;
    }>;
    /**
     * A page whose user scans the first code with a wallet app, by default that with the large icon, and the
     * next ones with `others`; and answers the question with another code, unless `answer` is given.
     */
    async function setUpPage({
      wallet = options,
      others = [],
      answer = Promise.resolve('qr-code'),
      more = {},
    }: Page = {}) {
      vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
      const asked: object[] = [];
      const { happen, happened } = createEvent<Parameters<SessionUi['notFound']>[0]>();
      const { scan, getReasons } = collectCodes(({ uri }, count) =>
        (others[count - 2] ?? context.scanner).scan(uri),
      );
      const notFound: SessionUi['notFound'] = (shown) => {
        asked.push({ reason: shown.reason, choices: shown.choices });
        happen(shown);
        return answer;
      };
      const context = await setUpRemote(wallet, { dialogs: { scan, notFound, waiting() {} }, ...more });
      return { ...context, asked, isAsked: happened, getReasons };
    }

    it.each([
      ['connect', 'offers a second scan, and no third', [AGAIN, NO_MORE], ['first', 'cannot-connect']],
      ['signIn', 'offers a second scan, and no third', [AGAIN, NO_MORE], ['first', 'cannot-connect']],
      ['transact', 'cannot run again: it tells the user and ends', [NO_MORE], ['first']],
    ] as const)('%s %s', async (name, _, questions, reasons) => {
      const { wallet, asked, getReasons } = await setUpPage();
      await expect(WALLET_CALLS[name](wallet)).toRejectWith('SESSION_CLOSED');
      expect(asked).toEqual(questions);
      expect(getReasons()).toEqual(reasons);
    });

    it('calls that fail at once share the question, and go on with another wallet app', async () => {
      const other = await createScanner();
      onTestFinished(other.leave);
      const { wallet, asked, getReasons } = await setUpPage({ others: [other] });
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
      const { connect, disconnect, isAsked } = await setUpPage({ answer: new Promise(() => {}) });
      const ended = expect(connect()).toRejectWith('SESSION_CLOSED');
      const { signal } = await isAsked;
      await disconnect();
      await ended;
      expect(signal.aborted).toBe(true);
    });

    it.each<[what: string, isShared: boolean]>([
      ['closes with its last call', false],
      ['stays open for a connect that shares it', true],
    ])('%s, if the caller aborts a callback', async (_, isShared) => {
      const { happen: answer, happened: answered } = createEvent<DialogChoice>();
      const { transact, connect, isAsked } = await setUpPage({ answer: answered });
      const controller = new AbortController();
      const calling = transact((session) => session.authorize(), { signal: controller.signal });
      const connecting = isShared ? connect() : undefined;
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
      const tooLarge = await createScanner(options);
      onTestFinished(tooLarge.leave);
      const { happen: answer, happened: answered } = createEvent<DialogChoice>();
      const { happen: noteEnd, happened: isOver } = createEvent();
      const launch = vi.fn(() => {
        throw new Error('A wallet app is opened on this device');
      });
      const context = await setUpPage({
        wallet: {},
        others: [tooLarge],
        answer: answered,
        more: {
          launch,
          local: 'android',
          onProgress({ state }) {
            if (state === 'idle' && context.getReasons().length === 3) noteEnd();
          },
        },
      });
      await context.connect();
      await context.scanner.leave();
      vi.stubGlobal('window', { isSecureContext: true });
      vi.stubGlobal('navigator', { userAgent: 'Android' });
      const { sign } = context.reload();
      const first = sign();
      expect(await context.isAsked).toMatchObject({ choices: ['qr-code', 'open-wallet'] });
      await sign();
      answer('open-wallet');
      expect(await first).toHaveLength(1);
      await context.scanner.leave();
      await isOver;
      await nextTurn();
      expect(await sign()).toHaveLength(1);
      expect(launch).not.toHaveBeenCalled();
    });
  });

  it('connects over Nostr', async () => {
    const { connect, wallet } = await setUpRemote(options, { remote: await START_REMOTE.nostr() });
    await connect();
    expect(wallet.accounts).toHaveLength(1);
  });
});
