import decode from 'jsqr';

type Picture = Readonly<{ data: Uint8ClampedArray; width: number; height: number }>;

/** Returns the text of the QR code in a picture (RGBA, row by row), or `undefined` if none is found. */
export function decodeQrCode(picture: Picture): string | undefined {
  return decode(picture.data, picture.width, picture.height)?.data || undefined;
}
