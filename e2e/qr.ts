import { PNG } from 'pngjs';
import { decodeQrCode } from '../mock/src/phone/decode-qr-code.js';

/** A picture in shades of grey, from 0 to 255, row by row. */
type Picture = Readonly<{ width: number; height: number; shades: Float32Array }>;

/** Reads the QR code in a screenshot. Returns `undefined` if there is none that can be read. */
export function readCode(png: Buffer): string | undefined {
  return decode(open(png));
}

/** Reads the QR code in a screenshot at half its width and height. */
export function readHalfSizeCode(png: Buffer): string | undefined {
  const { width, height, shades } = open(png);
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) };
  const at = (x: number, y: number): number => shades[y * width + x] ?? 0;
  const pixels = paint(half.width * half.height, (index) => {
    const [x, y] = [2 * (index % half.width), 2 * Math.floor(index / half.width)];
    return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4;
  });
  return decode({ ...half, shades: pixels });
}

/**
 * Reads the QR code in a screenshot after a Gaussian blur that spreads each point over `spread` pixels, which
 * is six times its standard deviation and holds 99.7 % of its light.
 */
export function readBlurredCode(png: Buffer, spread: number): string | undefined {
  return decode(blur(open(png), spread / 6));
}

function open(png: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(png);
  const shades = paint(width * height, (index) => {
    const at = (channel: number): number => data[4 * index + channel] ?? 0;
    return 0.2126 * at(0) + 0.7152 * at(1) + 0.0722 * at(2);
  });
  return { width, height, shades };
}

/** Creates shades one by one, in a loop, because `from` takes seconds for a screenshot. */
function paint(length: number, getShade: (index: number) => number): Float32Array {
  const shades = new Float32Array(length);
  for (let index = 0; index < length; index++) shades[index] = getShade(index);
  return shades;
}

function decode({ width, height, shades }: Picture): string | undefined {
  const data = new Uint8ClampedArray(4 * shades.length);
  for (let index = 0; index < data.length; index++) {
    data[index] = index % 4 === 3 ? 255 : (shades[index >> 2] ?? 0);
  }
  return decodeQrCode({ data, width, height });
}

function blur(picture: Picture, deviation: number): Picture {
  const radius = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * radius + 1 }, (_, index) =>
    Math.exp(-((index - radius) ** 2) / (2 * deviation ** 2)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const { width, height } = picture;
  const pass = (shades: Float32Array, right: number, down: number): Float32Array =>
    shades.map((_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      const spread = weights.map((weight, step) => {
        const column = Math.min(width - 1, Math.max(0, x + right * (step - radius)));
        const row = Math.min(height - 1, Math.max(0, y + down * (step - radius)));
        return weight * (shades[row * width + column] ?? 0);
      });
      return spread.reduce((total, shade) => total + shade, 0) / sum;
    });
  return { width, height, shades: pass(pass(picture.shades, 1, 0), 0, 1) };
}
