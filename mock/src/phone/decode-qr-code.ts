import { decodeQR } from 'qr/decode.js';

type Picture = Readonly<{ data: Uint8ClampedArray; width: number; height: number }>;

/** Returns the text of the QR code in a picture (RGBA, row by row), or `undefined` if none is found. */
export function decodeQrCode(picture: Picture): string | undefined {
  try {
    // By default the search gives up after the time of one frame, so that a busy machine would find less.
    return decodeQR(picture, { timeLimit: 1000 }) || undefined;
  } catch {
    return undefined;
  }
}
