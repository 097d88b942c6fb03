import type { CDPSession } from '@playwright/test';
import type { ScriptPage } from '../bundle.js';

/** The browser's permission to reach apps on this device. */
export type Permission = 'granted' | 'denied' | 'prompt';

/** A site on an origin that Chromium treats as public, if it runs with these arguments. */
export type PublicSite = ScriptPage & Readonly<{ args: readonly string[] }>;

/**
 * Gives a site on localhost a public origin, from which Chromium protects loopback (Local Network Access). In
 * the address space `local`, the origin is a host name in a private network: there Chromium reports the same
 * permission and protects nothing. A flag makes Chromium treat the origin as secure, so that everything works
 * as on `https:`.
 */
export function makePublic(
  { url, close }: ScriptPage,
  host = 'dapp.example',
  space: 'public' | 'local' = 'public',
): PublicSite {
  const { port } = new URL(url);
  const origin = `http://${host}:${port}`;
  const args = [
    `--host-resolver-rules=MAP ${host} localhost`,
    `--ip-address-space-overrides=127.0.0.1:${port}=${space},[::1]:${port}=${space}`,
    `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  ];
  return { url: origin, args, close };
}

/** Sets the permission in a page's context, as long as the page's session is open. */
export async function setPermission(
  devTools: CDPSession,
  setting: Permission,
  origin: string,
): Promise<void> {
  const { browserContextId } = (await devTools.send('Target.getTargetInfo')).targetInfo;
  const permission = { name: 'loopback-network' };
  await devTools.send('Browser.setPermission', {
    permission,
    setting,
    origin,
    ...(browserContextId && { browserContextId }),
  });
}
