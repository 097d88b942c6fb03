import { decodeBase64, encodeBase64 } from '../../src/util/bytes.js';

// Compares the results of base64 with and without the browser's own functions.
const TEXTS = [
  ...['', 'QQ==', 'QQ', 'QQ=', 'Q', 'QUI=', 'QUI', 'QUJD', 'QUJDRA==', 'QR==', 'QUJ=', '/+8=', '_-8='],
  ...[
    'QQ==QQ==',
    '=',
    '====',
    'QUJD=',
    'QU JD',
    'QUJD\n',
    'QÜ==',
    'QQ==\u00a0',
    '\u0000',
    'A'.repeat(70_001),
  ],
];
const encoded = Array.from({ length: 300 }, (_, length) =>
  Uint8Array.from({ length }, (_, index) => index * 7),
);

function run(): readonly string[] {
  const decode = (text: string): string => {
    try {
      return decodeBase64(text).join();
    } catch {
      return 'refused';
    }
  };
  return [...TEXTS.map(decode), ...encoded.map((bytes) => encodeBase64(bytes))];
}

const hasNative = 'fromBase64' in Uint8Array && 'toBase64' in Uint8Array.prototype;
const withNative = run();
Reflect.deleteProperty(Uint8Array, 'fromBase64');
Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');
const without = run();
const differing = withNative.flatMap((result, index) => (result === without[index] ? [] : [index]));
document.body.append(
  Object.assign(document.createElement('output'), {
    textContent: JSON.stringify({ hasNative, results: withNative.length, differing }),
  }),
);
