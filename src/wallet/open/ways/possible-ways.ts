import { TRANSPORTS } from '../../../dapp/open/transports.js';
import { getUnregisteredReason } from '../../environment.js';
import { type Grants, isRemoteGrant } from '../../grant/grant.js';
import type { Settings } from '../settings.js';

/** Whether the wallet app may be on this device. */
export function canBeLocal({ local, remote }: Settings): boolean {
  return !remote || getUnregisteredReason({ local }) === undefined;
}

/** Whether a session with a wallet app on this device is possible, or with `remote` one on another. */
export function canHaveSession({ local, remote }: Settings): boolean {
  const reason = getUnregisteredReason({ local });
  if (reason === 'wallet-browser') return remote !== undefined;
  return reason !== 'ios' && reason !== 'webview';
}

/** Whether the next session is tried with the wallet app on this device first. */
export function mayTryLocal(settings: Settings, grants: Grants): boolean {
  // A grant of a wallet on another device is of no use to the app on this one.
  return canBeLocal(settings) && !(settings.remote && isRemoteGrant(grants.readGrant()));
}

/** Returns how much the next session carries, if that is known. It may carry even less. */
export function getNextMaxBytes(settings: Settings, grants: Grants): number | undefined {
  const { remote } = settings;
  return remote && !mayTryLocal(settings, grants) ? TRANSPORTS[remote.type].maxBytes : undefined;
}
