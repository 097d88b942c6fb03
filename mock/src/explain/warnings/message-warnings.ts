import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { isTransaction } from '../describe-transaction.js';
import { formatCount, splitVisibleText } from '../text.js';
import type { Warning } from '../warnings.js';
import { getSignInWarnings, type SignInContext } from './sign-in-warnings.js';

/**
 * Returns what the user should know before signing a message: it is a transaction, it has invisible characters, or it
 * is a sign-in text with warnings of its own ({@link getSignInWarnings}).
 */
export function getMessageWarnings(message: Uint8Array, context: SignInContext): readonly Warning[] {
  if (isTransaction(message)) {
    const text =
      'This message is a transaction. Whoever gets your signature can send it to the network, and it may take what you own.';
    return [{ code: 'message-is-transaction', level: 'danger', text }];
  }
  const text = readText(message);
  return text === undefined ? [] : [...getSignInWarnings(text, context), ...getInvisibleWarnings(text)];
}

function getInvisibleWarnings(text: string): readonly Warning[] {
  const parts = splitVisibleText(text);
  const hidden = parts.filter((part) => 'hidden' in part).length;
  const visible = parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  // Bytes that only happen to be UTF-8 are mostly invisible. They deceive nobody, because they do not look like text.
  if (hidden === 0 || hidden >= visible) return [];
  return [
    {
      code: 'invisible-characters',
      level: 'caution',
      text: `This text has ${formatCount(hidden, 'character')} that cannot be seen. It may say something else than it seems to say.`,
    },
  ];
}

function readText(message: Uint8Array): string | undefined {
  try {
    return decodeUtf8(message);
  } catch {
    return undefined;
  }
}
