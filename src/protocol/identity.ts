import { assertArgument } from '../util/errors.js';
import { parseObject } from './arguments.js';
import type { Identity } from './types.js';

/**
 * A path that cannot lead to another origin. It need not be resolved, which takes about a millisecond of a
 * page load.
 */
const PLAIN_PATH = /^\/?[\w.-][\w./-]*$/;
/** An absolute, hierarchical URI: `scheme://host…`. */
const HIERARCHICAL = /^[a-z][a-z\d+.-]*:\/\/[^/]/i;

/**
 * Returns an identity as wallets accept it: without absent members, and with an absolute `icon` changed to a
 * path.
 * @throws `INVALID_ARGUMENT` for what wallets refuse or crash on: a `uri` that is not absolute and
 * hierarchical, an `icon` that is not on its origin, an empty `name`
 */
export function parseWireIdentity(identity: Identity): Identity {
  // Wallets read a JSON null as the text "null", so it counts as absent.
  const wire = Object.fromEntries(
    (['uri', 'icon', 'name'] as const).flatMap((key) => {
      const value: unknown = parseObject(identity, 'identity')[key] ?? undefined;
      assertArgument(value === undefined || typeof value === 'string', `identity.${key}`, 'must be a string');
      return value === undefined ? [] : [[key, value]];
    }),
  ) as Identity;
  const { uri, icon, name } = wire;
  assertArgument(
    uri === undefined ||
      (HIERARCHICAL.test(uri) && (uri === globalThis.location?.origin || URL.canParse(uri))),
    'identity.uri',
    'must be an absolute, hierarchical URI',
  );
  assertArgument(name === undefined || name.trim(), 'identity.name', 'must not be empty');
  return icon === undefined ? wire : { ...wire, icon: parseIconPath(icon, uri) };
}

/** Returns an icon's path with its colons encoded, because wallets refuse an icon with any colon. */
function parseIconPath(icon: string, uri = 'https://relative.invalid'): string {
  if (PLAIN_PATH.test(icon)) return icon;
  const base = new URL(uri);
  const { protocol, host, pathname, search } = URL.canParse(icon, base)
    ? new URL(icon, base)
    : ({} as Partial<URL>);
  assertArgument(
    protocol === base.protocol && host === base.host,
    'identity.icon',
    'must be a path on the origin of identity.uri',
  );
  const path = URL.canParse(icon) ? `${pathname}${search}` : icon;
  return path.replaceAll(':', '%3A');
}
