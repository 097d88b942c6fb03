import { type Bytes, decodeUtf8, encodeUtf8 } from '../bytes.js';
import { MobileWalletError } from '../errors.js';
import { getFrameSequence, MAX_SEQUENCE, openFrame, sealFrame } from '../protocol/frame.js';
import type { Channel } from './channel.js';

/** A {@link Channel} whose messages are sealed texts, numbered from 1 by 1 in each direction. */
export type SecureChannel = Readonly<{
  /** Seals and sends. Sends leave in the order of the calls, whatever their sizes. */
  send(text: string): Promise<void>;
  /** Gives the next text; a breach of the protocol closes the channel and rejects. */
  read(): Promise<string>;
  /** Opens a frame that came in another message, as the session properties do in HELLO_RSP. */
  open(frame: Bytes): Promise<string>;
  /** Seals a text to go in another message. */
  seal(text: string): Promise<Bytes>;
  close(reason?: unknown): void;
}>;

/** Seals what goes over `channel`, and opens what comes, with the session key. */
export function createSecureChannel(channel: Channel, key: CryptoKey): SecureChannel {
  let lastSent = 0;
  let lastReceived = 0;
  // Sealing is asynchronous and a small message can overtake a large one, so sends wait for one another.
  let lastSend: Promise<void> = Promise.resolve();

  const seal = async (text: string): Promise<Bytes> => {
    if (lastSent === MAX_SEQUENCE) throw createViolation('The session has used up its sequence numbers');
    return sealFrame(key, ++lastSent, encodeUtf8(text));
  };

  const open = async (frame: Bytes): Promise<string> => {
    const sequence = getFrameSequence(frame);
    if (sequence === undefined) throw createViolation('The other end sent a truncated message');
    if (sequence !== lastReceived + 1) {
      throw createViolation(`The other end sent message ${sequence} where ${lastReceived + 1} was due`);
    }
    lastReceived = sequence;
    try {
      return decodeUtf8(await openFrame(key, frame));
    } catch (cause) {
      throw createViolation('A message could not be decrypted', cause);
    }
  };

  const send = (text: string): Promise<void> => {
    lastSend = lastSend
      .then(() => seal(text))
      .then(channel.send)
      .catch((error: unknown) => {
        channel.close(error);
        throw error;
      });
    return lastSend;
  };

  const read = async (): Promise<string> => {
    let frame = await channel.read();
    // A reflector's APP_PING is an empty message, of no meaning once the session stands.
    while (frame.length === 0) frame = await channel.read();
    try {
      return await open(frame);
    } catch (error) {
      channel.close(error);
      throw error;
    }
  };

  return { send, read, open, seal, close: channel.close };
}

function createViolation(message: string, cause?: unknown): MobileWalletError<'PROTOCOL_VIOLATION'> {
  return new MobileWalletError('PROTOCOL_VIOLATION', message, {}, { cause });
}
