import decode from 'jsqr';

/** The pixels of a picture: four bytes each (RGBA), row by row. */
export type Pixels = Readonly<{ data: Uint8ClampedArray; width: number; height: number }>;

/** Returns the text of the QR code in a picture, or `undefined` if none is found. */
export function readCode({ data, width, height }: Pixels): string | undefined {
  return decode(data, width, height)?.data || undefined;
}
