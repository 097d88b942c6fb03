import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import type { ReadableInstruction } from './instruction.js';

/** Describes a text that is written into the transaction. */
export function describeMemo({ data }: ReadableInstruction): string {
  // As a JSON string, so that line breaks and control characters of a stranger's text are visible.
  return `Memo ${JSON.stringify(decodeUtf8(Uint8Array.from(data)))}`;
}
