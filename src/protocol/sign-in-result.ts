import { decodeBase58 } from '../base58.js';
import { encodeBase64 } from '../bytes.js';
import {
  type Check,
  checkEncoded,
  checkKey,
  checkObject,
  checkOptional,
  createInvalidResponseError,
  SIGNATURE_LENGTH,
} from './check.js';
import { isJsonObject } from './json.js';
import { isBase58Key } from './payloads.js';
import type { Account, SignInResult } from './types.js';

/** The address is base64; some wallets send base58. */
const checkAddress: Check<string> = (value, path) =>
  isBase58Key(value) ? encodeBase64(decodeBase58(value)) : checkKey(value, path);

const checkSignInResult = checkObject<SignInResult>({
  address: checkAddress,
  signed_message: checkEncoded(),
  signature: checkEncoded(SIGNATURE_LENGTH),
  signature_type: checkOptional((value, path) => {
    if (value !== 'ed25519') throw createInvalidResponseError(path, 'must be ed25519');
    return value;
  }),
});

/**
 * Reads the `sign_in_result` of an authorization. Some wallets, at times, return an empty signature: that is no sign-in,
 * and can still be had by message.
 */
export function decodeSignInResult(value: unknown, accounts: readonly Account[]): SignInResult | undefined {
  const path = 'result.sign_in_result';
  if (isJsonObject(value) && value['signature'] === '') return undefined;
  const result = checkOptional(checkSignInResult)(value, path);
  if (result && !accounts.some(({ address }) => address === result.address)) {
    throw createInvalidResponseError(`${path}.address`, 'must be one of the accounts');
  }
  return result;
}
