import {
  createProgressReporter,
  openSession,
  type Preparation,
  prepareSession,
  type SessionConfig,
} from '../../dapp/session.js';
import type { SessionUi } from '../../dapp/ui.js';
import { isMobileWalletError, MobileWalletError, type MobileWalletErrorCode } from '../../errors.js';
import { isBaseUri } from '../../protocol/association.js';
import { createSessionClosedError } from '../../session/channel.js';
import type { FeatureMethods } from '../features.js';
import type { Settings } from '../options.js';
import type { WalletState } from '../state.js';
import { createWalletSession, within } from './authorization.js';
import { getTokens, withoutBaseUri } from './grant.js';
import { createGrantKeeper } from './grant-keeper.js';
import { createSharedSession } from './shared-session.js';
import { signIn } from './sign-in.js';
import { createSigning, type Signing } from './signing.js';
import { createTapQuestion } from './tap-question.js';
import { revoke, transact } from './transact.js';
import type { Waiting } from './waiting.js';

/** What the wallet does in sessions; what is to be signed has been checked. Outputs stand in the order of inputs. */
export type Requests = Signing &
  Pick<FeatureMethods, 'signIn' | 'transact' | 'revoke'> &
  Readonly<{
    connect(): Promise<void>;
    /** Ends the session, if there is one; what was in flight rejects. Tokens are revoked where it is open. */
    disconnect(): Promise<void>;
    /**
     * Goes through a connect that launches nothing and tells nobody. Browsers compile code when it first runs, which a tap
     * would wait for: it is some three times as fast the second time.
     */
    rehearse(): Promise<void>;
  }>;

/** A launch does not wait for words about it longer than its tap counts. */
const UI_TIME = 1_000;
/** With these, what was opened was perhaps no wallet. */
const UNREACHED: readonly MobileWalletErrorCode[] = ['USER_CANCELLED', 'WALLET_NOT_FOUND'];

/** Makes the requests of a wallet; all of them share one session while it lasts. */
export function createRequests(settings: Settings, state: WalletState): Requests {
  const { chains, launch, dial, linger, debug } = settings;
  const onProgress = createProgressReporter(settings.onProgress);
  const grants = createGrantKeeper(state, settings);
  const cancel = (): void => {
    const reason = new MobileWalletError('USER_CANCELLED', 'The person cancelled before the wallet answered');
    void shared.close(reason, async () => {});
  };
  let people: ReturnType<typeof loadPeople> | undefined;
  let waiting: Waiting | undefined;
  const getUi = async (): Promise<SessionUi | undefined> => {
    people ??= loadPeople(settings, cancel);
    const loaded = await people;
    if (!loaded) people = undefined;
    waiting = loaded?.waiting;
    return loaded?.ui;
  };
  void getUi();
  const getUiSoon = (): Promise<SessionUi | undefined> => within(UI_TIME, getUi());
  const tapQuestion = createTapQuestion(settings.identity.name ?? '', getUiSoon);

  let prepared: Promise<Preparation> | undefined;
  const prepare = (): void => {
    prepared ??= prepareSession();
    // Who takes it hears of that; otherwise the next tap tries anew.
    prepared.catch(() => {
      prepared = undefined;
    });
  };

  const shared = createSharedSession(
    async ({ signal, works }) => {
      // A custom launch knows by itself whether it needs a tap.
      if (!launch) await tapQuestion.ask(signal);
      const baseUri = grants.getGrant()?.baseUri;
      const config: SessionConfig = {
        signal,
        debug,
        onProgress(progress) {
          // A session that was left tells nothing more: another may be on its way.
          if (works.aborted) return;
          waiting?.follow(progress);
          onProgress(progress);
        },
        ...(isBaseUri(baseUri) && { baseUri }),
        ...(launch && { launch }),
        ...(dial && { dial }),
      };
      const preparation = prepared;
      prepared = undefined;
      try {
        const session = await openSession(config, await getUiSoon(), preparation, (reopen) =>
          waiting?.offer(reopen),
        );
        void session.closed.then(prepare);
        tapQuestion.follow(session);
        return createWalletSession(session, settings, grants, works);
      } catch (error) {
        prepare();
        const isUnreached = UNREACHED.some((code) => isMobileWalletError(error, code));
        const grant = grants.getGrant();
        // The wallet of that link may be gone: the next tap lets the system choose one. Its token is kept.
        if (isUnreached && grant && baseUri !== undefined) grants.setGrant(withoutBaseUri(grant));
        throw error;
      }
    },
    linger,
    () => waiting?.end(),
  );
  prepare();

  const { during } = tapQuestion;
  const signing = createSigning(shared, grants);
  return {
    signMessages: (inputs) => during('signature', () => signing.signMessages(inputs)),
    signTransactions: (inputs) => during('signature', () => signing.signTransactions(inputs)),
    signAndSendTransactions: (inputs) => during('send', () => signing.signAndSendTransactions(inputs)),
    signAndSendAllTransactions: (inputs, mode) =>
      during('send', () => signing.signAndSendAllTransactions(inputs, mode)),

    connect: () =>
      during('connect', () =>
        shared.run((session) =>
          session.exclusively(async () => {
            if (grants.getAccounts().length === 0) await session.authorizeAfresh(chains[0]);
          }),
        ),
      ),

    signIn: (...inputs) => during('signIn', () => signIn(inputs, shared, settings, grants)),
    transact: (callback, options) =>
      during('other', () => transact(callback, options, shared, settings, grants)),
    revoke: () => during('other', () => revoke(shared, grants)),

    async disconnect() {
      const reason = new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected');
      onProgress('idle');
      const tokens = getTokens(grants.getGrant());
      await shared.close(reason, (session) => session.revokeSoon(tokens));
    },

    async rehearse() {
      const { onProgress: _, ...rest } = settings;
      const stage = { ...rest, dialogs: false, debug: false, launch: refuse, dial: refuse } as const;
      const nobody = { ...state, getAccounts: () => [], getGrant: () => undefined, setGrant: () => {} };
      await createRequests(stage, nobody)
        .connect()
        .catch(() => {});
    },
  };
}

function refuse(): never {
  throw createSessionClosedError('This is a rehearsal');
}

/** Loads what people see, where there is a page and a wish for any. Where it cannot be loaded, all goes on without. */
async function loadPeople({ dialogs }: Settings, cancel: () => void) {
  if (dialogs === false || typeof document === 'undefined') return undefined;
  try {
    const { createPeople } = await import('./people.js');
    return createPeople(dialogs, cancel);
  } catch {
    return undefined;
  }
}
