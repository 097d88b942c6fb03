import { createInvalidArgumentError } from '../errors.js';
import { getObject } from './arguments.js';
import type { Identity } from './types.js';

/** Absolute and hierarchical: `scheme://host…`. */
const HIERARCHICAL = /^[a-z][a-z\d+.-]*:\/\/[^/]/i;

/**
 * Checks an identity for what wallets refuse or crash on, and gives it as they take it: without what is not set, and
 * with an icon on the origin of `uri` as a path.
 *
 * @throws `INVALID_ARGUMENT` for a `uri` that is not absolute and hierarchical, an `icon` that is not on its origin,
 * an empty `name`
 */
export function getWireIdentity(identity: Identity): Identity {
  const { uri, icon, name } = getObject(identity, 'identity') as Identity;
  for (const [key, value] of Object.entries({ uri, icon, name })) {
    if (isSet(value) && typeof value !== 'string') {
      throw createInvalidArgumentError(`identity.${key}`, 'must be a string');
    }
  }
  if (isSet(uri) && !(HIERARCHICAL.test(uri) && URL.canParse(uri))) {
    throw createInvalidArgumentError('identity.uri', 'must be an absolute, hierarchical URI');
  }
  if (isSet(name) && name.trim() === '') {
    throw createInvalidArgumentError('identity.name', 'must not be empty');
  }
  return {
    ...(isSet(uri) && { uri }),
    ...(isSet(icon) && { icon: getIconPath(icon, isSet(uri) ? uri : undefined) }),
    ...(isSet(name) && { name }),
  };
}

/** Wallets read a JSON null as the text "null", so it counts as not set. */
function isSet(text: string | null | undefined): text is string {
  return text !== undefined && text !== null;
}

/** Wallets refuse an icon with a colon in it, whatever the colon is for. */
function getIconPath(icon: string, uri: string | undefined): string {
  const base = new URL(uri ?? 'https://relative.invalid');
  const resolved = URL.canParse(icon, base) ? new URL(icon, base) : undefined;
  if (!resolved || resolved.protocol !== base.protocol || resolved.host !== base.host) {
    throw createInvalidArgumentError(
      'identity.icon',
      'must be a path relative to identity.uri, on its origin',
    );
  }
  const path = URL.canParse(icon) ? `${resolved.pathname}${resolved.search}` : icon;
  return path.replaceAll(':', '%3A');
}
