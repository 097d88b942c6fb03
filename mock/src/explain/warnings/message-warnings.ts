import { isTransactionBytes } from 'mobile-wallet-standard/endpoint';
import { findOffchainMessage } from '../offchain-message.js';
import { formatCount, getMessageText, shortenAddress, splitVisibleText } from '../text.js';
import { caution, danger, type Warning } from '../warnings.js';
import { getSignInWarnings, type SignInContext } from './sign-in-warnings.js';

/**
 * Returns what the user should know before signing a message: it is a transaction, it has invisible
 * characters, it is a sign-in text with warnings of its own ({@link getSignInWarnings}), or an off-chain
 * message for other signers.
 */
export function getMessageWarnings(message: Uint8Array, context: SignInContext): readonly Warning[] {
  if (isTransactionBytes(message)) {
    const risk = 'Whoever gets your signature can send it to the network, and it may take what you own.';
    const reason =
      'Wallets should refuse it. This one asks because of its quirk “Signs transactions as messages”.';
    return [danger('message-is-transaction', `This message is a transaction. ${risk} ${reason}`)];
  }
  const { text } = getMessageText(message);
  if (text === undefined) return [];
  const signers = findOffchainMessage(message)?.signers ?? context.addresses;
  const others = context.addresses.filter((address) => !signers.includes(address));
  return [
    ...getSignInWarnings(text, context),
    ...getInvisibleWarnings(text),
    ...others.map((address) => {
      const account = shortenAddress(address);
      const warning = `This off-chain message does not ask for a signature of ${account}, so nobody needs it.`;
      return caution('not-a-signer', warning);
    }),
  ];
}

function getInvisibleWarnings(text: string): readonly Warning[] {
  const parts = splitVisibleText(text);
  const hidden = parts.filter((part) => 'hidden' in part).length;
  const visible = parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0);
  // Bytes that only happen to be UTF-8 are mostly invisible. They deceive nobody, because they do not look
  // like text.
  if (hidden === 0 || hidden >= visible) return [];
  const characters = formatCount(hidden, 'character');
  const warning = `This text has ${characters} that cannot be seen. It may say something else than it seems to say.`;
  return [caution('invisible-characters', warning)];
}
