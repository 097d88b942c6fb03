import type { DialogChoices } from '../../../dapp/open/session-ui.js';

/** What dialogs offer, in the order of their buttons. */
const ORDER: DialogChoices = [
  'try-again',
  'system-app',
  'other-app',
  'change-app',
  'relay',
  'qr-code',
  'open-wallet',
  'open-page',
];

/** Returns the choices that are given, without what is none, in the order in which each dialog has them. */
export function getChoices(
  ...offered: readonly (DialogChoices[number] | false | undefined)[]
): DialogChoices {
  return ORDER.filter((choice) => offered.includes(choice));
}
