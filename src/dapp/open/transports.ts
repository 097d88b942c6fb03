import { MAX_REFLECTOR_FRAME_BYTES } from '../../connection/channel.js';
import { FRAME_OVERHEAD } from '../../protocol/frame.js';
import type { Remote } from '../../protocol/remote-option.js';
import type { MobileWalletErrorContext } from '../../util/errors.js';

/** How a wallet app is met: on this device by loopback, or at an intermediary. */
export type Transport = 'local' | Remote['type'];

/** What a session may do by a transport. Each must say all of it, so that none is trusted by default. */
type Traits = Readonly<{
  /** Whether somebody else carries the messages, who could play the wallet app. */
  isIntermediated: boolean;
  /** Whether a token that was issued by this transport may be sent in a later session by it. */
  keepsTokens: boolean;
  /** The most bytes of JSON in a message, if that is known before a session is opened. */
  maxBytes?: number;
}>;

type RemoteTraits = Traits &
  Readonly<{
    /** Whether the wallet app has left in order, by how the connection to the intermediary was closed. */
    hasLeft(closed: MobileWalletErrorContext['SESSION_CLOSED']): boolean;
  }>;

/**
 * A WebSocket that was closed in order, by the end that left: without a close code, or by 1000 (normal) or
 * 1001 (going away).
 */
const CLEAN_CLOSE_CODES: readonly (number | undefined)[] = [undefined, 1000, 1001, 1005];

/** The traits of each transport. */
export const TRANSPORTS: Readonly<{ local: Traits } & Record<Remote['type'], RemoteTraits>> = {
  local: { isIntermediated: false, keepsTokens: true },
  reflector: {
    isIntermediated: true,
    // In a new session, the reflector could play the wallet app.
    keepsTokens: false,
    // Some reflectors carry even less.
    maxBytes: MAX_REFLECTOR_FRAME_BYTES - FRAME_OVERHEAD,
    // A reflector closes in order when the wallet does so.
    hasLeft: ({ closeCode }) => CLEAN_CLOSE_CODES.includes(closeCode),
  },
  nostr: {
    isIntermediated: true,
    keepsTokens: true,
    // A relay stays when the wallet leaves, and closes for its own reasons.
    hasLeft: ({ closeReason }) => closeReason === undefined,
  },
};
