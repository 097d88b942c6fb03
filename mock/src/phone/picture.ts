import decode from 'jsqr';

/** Returns the text of the QR code in a picture (RGBA, row by row), or `undefined` if none is found. */
export function readCode(picture: Readonly<{ data: Uint8ClampedArray; width: number; height: number }>) {
  return decode(picture.data, picture.width, picture.height)?.data || undefined;
}
