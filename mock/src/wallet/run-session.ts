import {
  type AssociationRequest,
  type Bytes,
  type Channel,
  getFrameSequence,
  isMobileWalletError,
} from 'mobile-wallet-standard/endpoint';
import { type Fault, WalletHangUp } from './faults/fault.js';
import { faultyHandshake } from './faults/faulty-session.js';
import type { MockWalletContext, OpenSession } from './mock-session.js';
import type { Quirks } from './quirks.js';
import { serveSession } from './serve-session.js';

/** How a session ended. */
export type SessionEnd = Readonly<{
  /** Whether the handshake was completed. */
  established: boolean;
}>;

/** The close code with which a wallet app ends a session. */
const GOING_AWAY = 1001;

/** Runs one session of an association over a channel. Resolves when it has ended; never rejects. */
export async function runSession(
  channel: Channel,
  { associationPublicKey, versions }: AssociationRequest,
  wallet: MockWalletContext,
  { association, number }: Pick<OpenSession, 'association' | 'number'>,
  getFaults: () => readonly Fault[],
): Promise<SessionEnd> {
  const { quirks } = wallet;
  if (association.isOver && quirks.deafAfterSession) return { established: false };
  const isLegacy = wallet.protocol === 'legacy' || !versions.some((version) => /^v?1$/i.test(version));
  const properties = isLegacy ? undefined : JSON.stringify({ v: quirks.propertiesVersion });
  const carrier = withoutClose(channel, quirks);
  const ended = new AbortController();
  const established = await faultyHandshake(
    channel,
    carrier,
    associationPublicKey,
    properties,
    getFaults,
    ended.signal,
  ).catch(() => undefined);
  if (!established) return { established: false };

  association.sessions++;
  const reason = await serveSession(established, channel, {
    wallet,
    association,
    number,
    signal: ended.signal,
    deriveSecret: established.deriveSecret,
  });
  wallet.activity.endSession(number);
  ended.abort(reason);
  if (quirks.closesOnBreach && isMobileWalletError(reason, 'PROTOCOL_VIOLATION')) {
    channel.close(new WalletHangUp(GOING_AWAY));
  }
  association.sessions--;
  if (association.sessions === 0) {
    association.isOver = true;
    association.authorization = undefined;
  }
  return { established: true };
}

/** Returns the channel without its `close`, because a protocol violation ends the session but not the socket. */
function withoutClose({ send, read }: Channel, { ignoresShortFrames }: Quirks): Channel {
  const readFrame = async (): Promise<Bytes> => {
    const message = await read();
    return ignoresShortFrames && getFrameSequence(message) === undefined ? readFrame() : message;
  };
  return { send, read: readFrame, close: () => {} };
}
