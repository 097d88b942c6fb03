import { capitalize } from '../explain/text.js';
import type { WalletHost, WalletState } from '../phone/wallet-state.js';
import { NAMED_FAULTS } from '../wallet/faults/named-faults.js';
import {
  DEFAULT_SETTINGS,
  type MockWalletSettings,
  type PhoneKind,
  type SettingsChanges,
} from '../wallet/settings.js';
import type { HomeMessage, StatusNote } from './visit.js';

/**
 * Says of a setting by which the wallet answers otherwise than its user would what it does, and how to turn
 * it off.
 */
const NOTES: Readonly<
  Record<string, Readonly<{ off: SettingsChanges; say(settings: MockWalletSettings): string | false }>>
> = {
  decide: {
    off: { decide: DEFAULT_SETTINGS.decide },
    say: ({ decide }) =>
      decide !== 'ask' && (decide === 'approve' ? 'Approves everything' : 'Declines everything'),
  },
  delay: {
    off: { delayMs: DEFAULT_SETTINGS.delayMs },
    say: ({ delayMs }) => delayMs > 0 && `Waits ${delayMs / 1_000} s`,
  },
  fault: {
    off: { fault: DEFAULT_SETTINGS.fault },
    say: ({ fault }) => fault !== null && capitalize(NAMED_FAULTS[fault].title),
  },
  phone: {
    off: { phone: DEFAULT_SETTINGS.phone },
    say: ({ phone }) =>
      phone !== 'android' && (phone === 'iphone' ? 'Plays an iPhone' : 'Has several wallet apps'),
  },
  hangUp: {
    off: { quirks: { hangsUpOn: 'nothing' } },
    say: ({ quirks }) => quirks.hangsUpOn !== 'nothing' && `Closes the socket on ${quirks.hangsUpOn}`,
  },
  hold: {
    off: { quirks: { holdsReplyTo: 'nothing' } },
    say: ({ quirks }) => quirks.holdsReplyTo !== 'nothing' && `Holds the reply to ${quirks.holdsReplyTo}`,
  },
};

/**
 * Lets the panel around this document show what the wallet does by itself, and turn it off. Returns the
 * function that tells it the wallet's state. The page of the panel may be a dapp's, which sees no more than
 * that, and can give no other order.
 */
export function connectToPanel({ run }: Pick<WalletHost, 'run'>): (state: WalletState) => void {
  if (parent === window) return () => {};
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const { type, setting }: Readonly<{ type?: unknown; setting?: unknown }> = data;
    if (type !== 'mobile-wallet:reset-setting' || typeof setting !== 'string') return;
    const changes = Object.hasOwn(NOTES, setting) && NOTES[setting]?.off;
    if (changes) run({ type: 'change-settings', changes }).catch(reportError);
  });
  // Only pages that may embed this one get it, and there is nothing secret in it.
  const post = (message: HomeMessage): void => parent.postMessage(message, '*');
  let played: PhoneKind | undefined;
  return ({ settings, chain }) => {
    played ??= settings.phone;
    if (settings.phone !== played) post({ type: 'mobile-wallet:reload' });
    post({ type: 'mobile-wallet:status', notes: getNotes(settings), isTest: chain.hasFaucet });
  };
}

function getNotes(settings: MockWalletSettings): readonly StatusNote[] {
  return Object.entries(NOTES).flatMap(([setting, { say }]) => {
    const text = say(settings);
    return text === false ? [] : [{ setting, text }];
  });
}
