import { type Bytes, delay, encodeUtf8, sealFrame } from 'mobile-wallet-standard/endpoint';
import { WalletCrash } from '../refusal.js';
import {
  type Fault,
  type FaultyChannel,
  findMessageFault,
  type MessageFault,
  WalletHangUp,
} from './fault.js';

/** The sending half of a session that misbehaves. */
export type FaultySender = Readonly<{
  /** Seals and sends a text (or nothing, sealed) as a message of a place, with the place's fault if it has one. */
  send(place: string | undefined, text: string | undefined, wrap: (sealed: Bytes) => Bytes): Promise<void>;
  /** Lets nothing more out that is late. */
  stop(reason: unknown): void;
}>;

/** Makes the {@link FaultySender} of a session; without a fault it numbers, seals and orders as any wallet does. */
export function createFaultySender(
  channel: FaultyChannel,
  key: CryptoKey,
  getFaults: () => readonly Fault[],
): FaultySender {
  const counts = new Map<string | undefined, number>();
  const stopped = new AbortController();
  let lastNumber = 0;
  let lastSend: Promise<void> = Promise.resolve();

  const seal = (text: string | undefined, fault: MessageFault | undefined): Promise<Bytes> | Bytes => {
    if (text === undefined) return new Uint8Array();
    lastNumber++;
    if (fault?.number) lastNumber = fault.number(lastNumber);
    return sealFrame(key, lastNumber, encodeUtf8(text));
  };

  return {
    async send(place, text, wrap) {
      const nth = (counts.get(place) ?? 0) + 1;
      counts.set(place, nth);
      const fault = findMessageFault(getFaults(), place, nth);
      if (fault?.delay !== undefined) await delay(fault.delay, stopped.signal);
      const texts = text === undefined ? [text] : (fault?.rewrite?.(text) ?? [text]);
      lastSend = lastSend
        .catch(() => {})
        .then(async () => {
          for (const each of texts) {
            const message = wrap(await seal(each, fault));
            for (const sent of fault?.send?.(message) ?? [message]) {
              if (fault?.inOtherKind) channel.sendInOtherKind?.(sent);
              else channel.send(sent);
            }
          }
          if (fault?.goesDeaf) channel.pause?.();
          if (fault?.end !== undefined) channel.close(getReason(fault.end));
        });
      return lastSend;
    },
    stop: (reason) => stopped.abort(reason),
  };
}

function getReason(end: Exclude<MessageFault['end'], undefined>): Error {
  return end === 'drop' ? new WalletCrash('The mock wallet drops the connection') : new WalletHangUp(end);
}
