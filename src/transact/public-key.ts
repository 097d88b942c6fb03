import type { Account } from '../protocol/types.js';
import { attempt } from '../util/attempt.js';
import { decodeBase64, KEY_LENGTH } from '../util/bytes.js';
import { assertArgument } from '../util/errors.js';

/** Returns the public key of an account of an authorization result. @throws `INVALID_ARGUMENT` */
export function parsePublicKey(account: Pick<Account, 'address'>): Uint8Array {
  const key = attempt(() => decodeBase64(account.address));
  assertArgument(key?.length === KEY_LENGTH, 'account', 'must be an account of the session');
  return key;
}
