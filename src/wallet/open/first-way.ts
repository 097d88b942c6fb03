import { assertUserActivation } from '../../dapp/open/launch.js';
import type { Way } from '../../dapp/open/session-config.js';
import { TRANSPORTS } from '../../dapp/open/transports.js';
import { MobileWalletError } from '../../util/errors.js';
import { getUnregisteredReason } from '../environment.js';
import { type Grants, isRemoteGrant } from '../grant/grant.js';
import type { AppChoice } from './apps/app-choice.js';
import { canHaveSession, type OpenPage } from './apps/open-page.js';
import { PHONES_CHOICE, type SessionApp } from './apps/session-app.js';
import type { TapQuestion } from './ask/tap-question.js';
import type { Settings } from './settings.js';
import type { createRelayChoice } from './ways/remembered-ways.js';

/** Whether the wallet app may be on this device. */
export function canBeLocal({ local, remote }: Settings): boolean {
  return !remote || getUnregisteredReason({ local }) === undefined;
}

/** Whether the next session is tried with the wallet app on this device first. */
function mayTryLocal(settings: Settings, grants: Grants): boolean {
  // A grant of a wallet on another device is of no use to the app on this one.
  return canBeLocal(settings) && !(settings.remote && isRemoteGrant(grants.readGrant()));
}

/** Returns how much the next session carries, if that is known. It may carry even less. */
export function getNextMaxBytes(settings: Settings, grants: Grants): number | undefined {
  const { remote } = settings;
  return remote && !mayTryLocal(settings, grants) ? TRANSPORTS[remote.type].maxBytes : undefined;
}

/** How a session is tried first, and with which wallet app. */
export type First = Readonly<{ way: Way; app: SessionApp }>;

/** What the first way depends on besides the options. */
type Surroundings = Readonly<{
  tapQuestion: TapQuestion;
  relayChoice: ReturnType<typeof createRelayChoice>;
  appChoice: AppChoice | undefined;
  openPage: OpenPage | undefined;
  /** Whether a QR code can be shown for a wallet on another device. */
  canScan: boolean;
  /** Returns the way that the user has just chosen, if there is one. */
  takeChosenWay: () => Way | undefined;
}>;

/** Returns how the wallet is met at first, by what the dapp passes and what is remembered. */
export async function getFirstWay(
  settings: Settings,
  grants: Grants,
  { relayChoice }: Pick<Surroundings, 'relayChoice'>,
): Promise<Way> {
  if (!settings.remote) return 'local';
  return mayTryLocal(settings, grants) ? relayChoice.getFirstWay() : 'qr-code';
}

/**
 * Returns how a session is tried first. Asks the user what has to be known before: a wallet app, or one more
 * tap. Where no session is possible, shows the links that open this page in a wallet app.
 *
 * @throws `USER_GESTURE_REQUIRED`, `USER_CANCELLED`, `CODE_NOT_LOADED`, `INVALID_ARGUMENT`, what
 * {@link OpenPage} throws; the signal's reason
 */
export async function findFirst(
  settings: Settings,
  grants: Grants,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<First> {
  const { tapQuestion, appChoice, openPage, canScan, takeChosenWay } = surroundings;
  const isGrantElsewhere = settings.remote && isRemoteGrant(grants.readGrant());
  const chosenWay = takeChosenWay();
  if (openPage && !chosenWay && !isGrantElsewhere && !canHaveSession(settings)) {
    tapQuestion.assertTapped();
    await openPage(signal, canScan);
    // It has resolved, so the user wants a QR code.
    return scan();
  }
  const way = chosenWay ?? (await getFirstWay(settings, grants, surroundings));
  if (way === 'qr-code') return scan();

  const list = await appChoice?.getList(signal);
  const app = list?.getCurrent() ?? PHONES_CHOICE;
  if (list?.mustChoose(app)) {
    tapQuestion.assertTapped();
    const chosen = await list.choose(app, signal);
    if (chosen === 'qr-code') return scan();
    if (chosen !== 'cancel') return { way, app: chosen };
    throw new MobileWalletError('USER_CANCELLED', 'The user cancelled before a wallet app was opened');
  }
  // A custom launch may not need a tap.
  if (!settings.launch) await tapQuestion.ask(signal);
  return { way, app };
}

function scan(): First {
  assertUserActivation('hasBeenActive');
  return { way: 'qr-code', app: PHONES_CHOICE };
}
