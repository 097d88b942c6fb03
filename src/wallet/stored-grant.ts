import type { Grant } from './grant.js';
import type { Settings } from './options.js';

const VERSION = 1;

/** Names the store's entry: apart by format version, identity and set of chains, so that none reads another's. */
export function getGrantKey({ identity, chains }: Settings): string {
  return `mobile-wallet-standard:${VERSION}:${identity.uri ?? ''}:${[...chains].sort().join()}`;
}

/** Writes a grant as the store keeps it: JSON after its checksum. */
export function formatGrant(grant: Grant): string {
  return seal(JSON.stringify(grant));
}

/**
 * Reads a grant back; `undefined` for any text that was not written as it is now, so that corruption costs one connect. The
 * checksum stands for checks of the shape, which every page would load.
 */
export function parseGrant(text: string | null | undefined): Grant | undefined {
  const json = text?.replace(/^-?\d+(?={)/, '') ?? '';
  return json && text === seal(json) ? JSON.parse(json) : undefined;
}

function seal(json: string): string {
  let sum = 0;
  for (let index = 0; index < json.length; index++) sum = (Math.imul(sum, 31) + json.charCodeAt(index)) | 0;
  return `${sum}${json}`;
}
