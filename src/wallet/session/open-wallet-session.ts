import type { OnProgress } from '../../dapp/establish-session.js';
import { assertUserActivation } from '../../dapp/launch.js';
import { createPreparations } from '../../dapp/local.js';
import { loadRemote, openSession, type Way } from '../../dapp/open-session.js';
import { getLoopbackPermission } from '../../dapp/permission.js';
import type { RemoteHistory, SessionUi } from '../../dapp/session-ui.js';
import { attempt, isOwnError } from '../../errors.js';
import { FRAME_OVERHEAD } from '../../protocol/frame.js';
import { isBaseUri } from '../../protocol/text-checks.js';
import { MAX_REFLECTED_BYTES } from '../../session/channel.js';
import { getUnregisteredReason } from '../environment.js';
import type { Settings } from '../options.js';
import { type AuthorizationStore, callStore } from '../store.js';
import { createWalletSession, type OnAnswer } from './authorization.js';
import { type Grants, getTokens, getTransport, isRemoteGrant } from './grant.js';
import type { OpenSignals } from './shared-session.js';
import type { TapQuestion } from './tap-question.js';

/** How long a session with a wallet on another device stays open without a call, by default. */
const IDLE_MS = 300_000;

/** The key of the store's entry for the choice of the relay. It outlives a disconnect, because it is about the browser and not about the accounts. */
const RELAY_KEY = 'mobile-wallet-standard:relay';
/** No event reports that a blocker was turned off. A try in vain costs the user a visit to the wallet app, so it is rare. */
const RETRY_AFTER_MS = 86_400_000;

/** Creates the function that opens a wallet's sessions: with the wallet app on this device, or with one on another device. */
export function createWalletSessionOpener(
  settings: Settings,
  grants: Grants,
  {
    ui,
    tapQuestion,
    getHistory,
    onLaunch,
    onAnswer,
  }: Readonly<{
    ui: SessionUi | undefined;
    tapQuestion: TapQuestion;
    getHistory: () => RemoteHistory;
    onLaunch: (reopen: () => void) => void;
    onAnswer: OnAnswer;
  }>,
) {
  const { remote, dial, dialogs, launch, linger, debug, store } = settings;
  // Outside a browser, only the dapp itself can show a code.
  const scan = ui?.scan ?? (dialogs === false ? undefined : dialogs.scan);
  const config = {
    debug,
    ...(remote && { remote }),
    ...(scan && { scan }),
    ...(launch && { launch }),
    ...(dial && { dial }),
  };

  const preparations = createPreparations();
  const prepare = (): void => {
    if (canBeLocal(settings)) preparations.prepare();
  };
  /** Returns how the wallet is met at first. */
  const getWay = async (): Promise<Way> => {
    if (!remote) return 'local';
    return mayTryLocal(settings, grants) ? getFirstWay(store) : 'scan';
  };
  prepare();
  // A tap need not wait for this code. If it cannot be loaded now, the call that needs it loads it.
  if (remote) {
    void getWay()
      .then((way) => (way === 'relayed' ? loadRemote(remote) : undefined))
      .catch(() => {});
  }

  return async ({ sessionSignal, workSignal }: OpenSignals, onProgress: OnProgress) => {
    const way = await getWay();
    if (way === 'scan') assertUserActivation('hasBeenActive');
    // A custom launch may not need a tap.
    else if (!launch) await tapQuestion.ask(sessionSignal);
    const grant = grants.getGrant();
    const baseUri = grant?.baseUri;
    try {
      const session = await openSession(
        { ...config, signal: sessionSignal, onProgress, ...(isBaseUri(baseUri) && { baseUri }) },
        ui,
        {
          preparations,
          onLaunch,
          way,
          askTap: launch ? undefined : tapQuestion.ask,
          isLoopbackProven: getTokens(grant).some((token) => getTransport(grant, token) === 'local'),
          history: getHistory(),
          hasStoredToken: () => getTokens(grants.getGrant()).length > 0,
        },
      );
      const { isOnDevice, transport } = session;
      if (isOnDevice) tapQuestion.onOpen(session);
      if (isOnDevice && transport !== 'local') void rememberRelay(store);
      void session.closed.then(prepare);
      return {
        ...createWalletSession(session, settings, grants, workSignal, onAnswer),
        lingerMs: isOnDevice ? linger : (remote?.idle ?? IDLE_MS),
      };
    } catch (error) {
      prepare();
      const isCancelled = isOwnError(error, 'USER_CANCELLED');
      // The relay may be down, while loopback may work again.
      if (way === 'relayed' && !isCancelled) attempt(() => callStore(store, 'delete', RELAY_KEY));
      // The wallet app of that link may be gone. Forget the link, so that the next tap lets the system choose an app.
      const isUnreached = isCancelled || isOwnError(error, 'WALLET_NOT_FOUND');
      if (way === 'local' && baseUri !== undefined && isUnreached) {
        grants.updateGrant(({ baseUri: _, ...rest }) => rest);
      }
      throw error;
    }
  };
}

/** Whether the next session is tried with the wallet app on this device first. */
function mayTryLocal(settings: Settings, grants: Grants): boolean {
  // A grant of a wallet on another device is of no use to the app on this one.
  return canBeLocal(settings) && !(settings.remote && isRemoteGrant(grants.getGrant()));
}

/** Returns the most bytes of a request if the next session can only be one through a reflector, which may carry even less. */
export function getMaxTextBytes(settings: Settings, grants: Grants): number | undefined {
  return settings.remote?.type === 'reflector' && !mayTryLocal(settings, grants)
    ? MAX_REFLECTED_BYTES - FRAME_OVERHEAD
    : undefined;
}

/** Whether the wallet app may be on this device. */
function canBeLocal({ local, remote }: Settings): boolean {
  return !remote || getUnregisteredReason({ local }) === undefined;
}

/**
 * Returns how the wallet app on this device is to be met at first: over the relay if it was before, and loopback is not known to
 * work again. What was chosen because the permission was denied counts while it is denied; any other choice for a day.
 */
async function getFirstWay(store: AuthorizationStore): Promise<Way> {
  const entry = attempt(() => callStore(store, 'get', RELAY_KEY));
  if (!entry) return 'local';
  const isDenied = (await getLoopbackPermission()) === 'denied';
  const isRecent = Math.abs(Date.now() - Number(entry)) < RETRY_AFTER_MS;
  return isDenied || isRecent ? 'relayed' : 'local';
}

/** Remembers that the wallet app on this device was met over the relay: when, or that the permission was denied. */
async function rememberRelay(store: AuthorizationStore): Promise<void> {
  const isDenied = (await getLoopbackPermission()) === 'denied';
  attempt(() => callStore(store, 'set', RELAY_KEY, isDenied ? 'denied' : String(Date.now())));
}
