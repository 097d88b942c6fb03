import { FRAME_OVERHEAD, getFrameSequence, MAX_SEQUENCE, openFrame, sealFrame } from '../protocol/frame.js';
import { type Bytes, decodeUtf8, encodeUtf8 } from '../util/bytes.js';
import { type Channel, createViolationError, readMessage } from './channel.js';

/** A {@link Channel} of encrypted texts. Each direction counts its messages from 1. */
export type SecureChannel = Readonly<{
  /** Encrypts and sends a text. Texts leave in the order of the calls, whatever their sizes. */
  send(text: string): Promise<void>;
  /** Resolves with the next text. On a violation of the protocol, closes the channel and rejects. */
  read(): Promise<string>;
  /** Decrypts a frame that is part of another message, as the session properties are part of HELLO_RSP. */
  open(frame: Bytes): Promise<string>;
  /** Encrypts a text that becomes part of another message. */
  seal(text: string): Promise<Bytes>;
  /** Closes the channel under it. */
  close(reason?: unknown): void;
  /** The longest text that the channel carries, in bytes of UTF-8; absent if there is no known limit. */
  maxTextBytes?: number | undefined;
}>;

/** Creates a {@link SecureChannel} over `channel` with the session key. */
export function createSecureChannel(channel: Channel, key: CryptoKey): SecureChannel {
  let lastSent = 0;
  let lastReceived = 0;
  // Encryption is asynchronous, and a small message could overtake a large one, so each send waits for the
  // one before.
  let lastSend: Promise<void> = Promise.resolve();

  const seal = async (text: string): Promise<Bytes> => {
    if (lastSent === MAX_SEQUENCE) throw createViolationError('The session has used up its sequence numbers');
    return sealFrame(key, ++lastSent, encodeUtf8(text));
  };

  const open = async (frame: Bytes): Promise<string> => {
    const sequence = getFrameSequence(frame);
    if (sequence === undefined) throw createViolationError('The other end sent a truncated message');
    if (sequence !== lastReceived + 1) {
      throw createViolationError(`The other end sent message ${sequence} in place of ${lastReceived + 1}`);
    }
    lastReceived = sequence;
    try {
      return decodeUtf8(await openFrame(key, frame));
    } catch (cause) {
      throw createViolationError('A message could not be decrypted', cause);
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
    const frame = await readMessage(channel);
    try {
      return await open(frame);
    } catch (error) {
      channel.close(error);
      throw error;
    }
  };

  const { close, maxMessageBytes } = channel;
  const maxTextBytes = maxMessageBytes && maxMessageBytes - FRAME_OVERHEAD;
  return { send, read, open, seal, close, maxTextBytes };
}
