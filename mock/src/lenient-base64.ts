import { type Bytes, decodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { Quirks } from './quirks.js';

const FOREIGN = /[^A-Za-z0-9+/=]/g;

/**
 * Decodes standard base64 as Android does: foreign characters are skipped, so that base64url yields other bytes
 * without an error; padding is whole or absent. Without the quirk a foreign character makes it malformed.
 *
 * @returns `undefined` when the text is malformed
 */
export function readBase64(text: string, { lenientBase64 }: Quirks): Bytes | undefined {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/]*)(=*)$/.exec(
    lenientBase64 ? text.replace(FOREIGN, '') : text,
  ) ?? [undefined, 'A'];
  const rest = digits.length % 4;
  const isWhole = padding === '' || padding.length === (4 - rest) % 4;
  return rest === 1 || !isWhole ? undefined : decodeBase64(digits);
}
