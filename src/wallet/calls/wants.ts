import type { Want } from '../../dapp/open/session-ui.js';

/** What calls may want, the most important first, because one dialog asks for all pending calls. */
const WANTS: readonly Want[] = ['send', 'signature', 'signIn', 'connect', 'other'];

/** Returns the most important of what pending calls want. */
export function getMainWant(pending: Iterable<Readonly<{ want: Want }>>): Want {
  const wanted = new Set(Array.from(pending, ({ want }) => want));
  return WANTS.find((want) => wanted.has(want)) ?? 'other';
}
