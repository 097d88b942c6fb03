import { readFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { readCode } from '../../phone/picture.js';

/**
 * Returns the text of the QR code in a PNG file, or `undefined` if none is found.
 *
 * @throws the system's error if the file cannot be read; an `Error` if it is not a PNG
 */
export async function readCodeFile(file: string): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await readFile(file));
  return readCode({ data: new Uint8ClampedArray(data), width, height });
}
