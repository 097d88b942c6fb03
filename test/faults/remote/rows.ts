import type { RemoteRow } from './row.js';
import { CODES } from './rows-codes.js';
import { ENDS } from './rows-ends.js';
import { LEAVING } from './rows-leaving.js';
import { MESSAGES } from './rows-messages.js';
import { NOSTR_EVENTS } from './rows-nostr-events.js';
import { NOSTR_OPENING } from './rows-nostr-opening.js';
import { NOSTR_WAITING } from './rows-nostr-waiting.js';
import { NOSTR_WALLET } from './rows-nostr-wallet.js';
import { REFLECTOR_FRAMES } from './rows-reflector-frames.js';
import { REFLECTOR_OPENING } from './rows-reflector-opening.js';
import { REFLECTOR_TEXT } from './rows-reflector-text.js';
import { REFLECTOR_WAITING } from './rows-reflector-waiting.js';
import { WALLET_ROWS } from './rows-wallet.js';

/** All faults of sessions with a wallet on another device. */
export const ALL_REMOTE: readonly RemoteRow[] = [
  ...REFLECTOR_OPENING,
  ...REFLECTOR_WAITING,
  ...REFLECTOR_FRAMES,
  ...REFLECTOR_TEXT,
  ...NOSTR_OPENING,
  ...NOSTR_WAITING,
  ...NOSTR_EVENTS,
  ...NOSTR_WALLET,
  ...CODES,
  ...WALLET_ROWS,
  ...LEAVING,
  ...MESSAGES,
  ...ENDS,
];
