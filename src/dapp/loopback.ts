import type { LoopbackPermission } from './ui.js';

/** The permission's names: the one that decides, and the one of Chrome 142 to 144. */
const NAMES = ['loopback-network', 'local-network-access'];
/**
 * Pages on this device, or in its private network, are never kept from loopback, whatever the permission says. Names that
 * stand for such an address cannot be told from others.
 */
const NEAR = [
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/,
  /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2,3}$/,
  /^\[f[cde][0-9a-f]{2}:/,
];

/** Asks the browser for its permission to reach apps on this device; `undefined` where it has none for this page. */
export async function queryLoopbackPermission(): Promise<PermissionStatus | undefined> {
  if (typeof location === 'undefined' || NEAR.some((pattern) => pattern.test(location.hostname))) return;
  for (const name of NAMES) {
    try {
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // Not a name that this browser knows, or no permissions at all.
    }
  }
  return undefined;
}

/** Tells whether the browser lets this page reach apps on this device, as far as it knows that permission. */
export async function getLoopbackPermission(): Promise<LoopbackPermission> {
  return (await queryLoopbackPermission())?.state ?? 'granted';
}
