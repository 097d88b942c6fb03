import { attempt } from '../util/errors.js';
import { findMobileWalletError } from '../util/find-error.js';

/** By these codes, other wallets say that their user has declined: the second is Wallet Standard's own. */
const DECLINED: readonly unknown[] = [4001, 4001000];
/** How deep an error may be wrapped. */
const MAX_DEPTH = 10;

/** An error, and where libraries keep the one that they wrap. */
type Wrapper = Readonly<{
  code?: unknown;
  context?: Readonly<{ __code?: unknown }>;
  error?: unknown;
  cause?: unknown;
  originalError?: unknown;
}>;

/**
 * Returns whether a wallet, of this library or another one, says that its user has declined. It is the
 * wallet's word alone: before you ask for a payment again, look for it on the chain. Never throws.
 *
 * By its code, and never by its text, because wallets have said “user rejected” of what had failed.
 */
export function isDeclined(error: unknown): boolean {
  const found = findMobileWalletError(error);
  if (found) return found.code === 'USER_REJECTED';
  return attempt(() => DECLINED.includes(findCode(error))) ?? false;
}

function findCode(error: unknown): unknown {
  let inner = error;
  for (let depth = 0; depth < MAX_DEPTH && typeof inner === 'object' && inner !== null; depth++) {
    const wrapper: Wrapper = inner;
    const code = wrapper.code ?? wrapper.context?.__code;
    if (code !== undefined) return code;
    inner = wrapper.error ?? wrapper.cause ?? wrapper.originalError;
  }
  return undefined;
}
