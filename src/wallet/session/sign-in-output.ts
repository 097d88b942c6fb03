import type { SolanaSignInOutput } from '@solana/wallet-standard-features';
import type { WalletAccount } from '@wallet-standard/base';
import { decodeBase58 } from '../../base58.js';
import { encodeBase58 } from '../../base58-encode.js';
import { decodeBase64, decodeUtf8 } from '../../bytes.js';
import { MobileWalletError } from '../../errors.js';
import { checkBase64, createInvalidResponseError } from '../../protocol/check.js';
import { isBase58Key } from '../../protocol/payloads.js';
import { parseSignInText } from '../../protocol/sign-in.js';
import type { SignInPayload, SignInResult } from '../../protocol/types.js';
import { assertSignature } from './signatures.js';

const PATH = 'sign_in_result';
const TIMES: readonly string[] = ['issuedAt', 'expirationTime', 'notBefore'];

/**
 * Checks what a wallet returned for a sign-in: signed by an account that it granted, and a text with every field
 * that was asked for. Fields are compared, not texts: wallets differ in line breaks and may add fields.
 *
 * @throws `INVALID_RESPONSE`; `ACCOUNT_NOT_AUTHORIZED` when an account signed that was not granted
 */
export async function createSignInOutput(
  result: SignInResult,
  asked: SignInPayload,
  accounts: readonly WalletAccount[],
): Promise<SolanaSignInOutput> {
  const address = getBase58Address(result.address);
  for (const needed of [asked.address ?? address, address]) {
    if (accounts.some((candidate) => candidate.address === needed)) continue;
    throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `The wallet did not grant ${needed}`, {
      address: needed,
    });
  }
  if (asked.address !== undefined && asked.address !== address) {
    throw createInvalidResponseError(`${PATH}.address`, 'is not the address that was asked to sign in');
  }
  const account = accounts.find((candidate) => candidate.address === address) as WalletAccount;
  const signedMessage = checkBase64()(result.signed_message, `${PATH}.signed_message`);
  const signature = checkBase64()(result.signature, `${PATH}.signature`);
  assertFields(signedMessage, { ...asked, address });
  await assertSignature(
    // Not the account's `publicKey`, because the page can write into it.
    decodeBase58(address),
    { signature, message: signedMessage },
    `${PATH}.signature`,
  );
  return { account, signedMessage, signature, signatureType: 'ed25519' };
}

function assertFields(signedMessage: Uint8Array, asked: SignInPayload): void {
  const signed = parse(signedMessage);
  for (const [key, value] of Object.entries(asked)) {
    const other = signed?.[key as keyof SignInPayload];
    if (value !== undefined && value !== null && !isSameField(key, value, other)) {
      throw createInvalidResponseError(`${PATH}.signed_message`, `differs in ${key} from what was asked`);
    }
  }
}

function parse(signedMessage: Uint8Array): SignInPayload | undefined {
  try {
    return parseSignInText(decodeUtf8(signedMessage));
  } catch {
    return undefined;
  }
}

/** Wallets may write a time in another of its forms. */
function isSameField(key: string, a: unknown, b: unknown): boolean {
  if (JSON.stringify(a) === JSON.stringify(b)) return true;
  return TIMES.includes(key) && Date.parse(String(a)) === Date.parse(String(b));
}

/** The address is base64; some wallets send base58. */
function getBase58Address(address: string): string {
  if (isBase58Key(address)) return address;
  try {
    return encodeBase58(decodeBase64(address));
  } catch {
    throw createInvalidResponseError(`${PATH}.address`, 'must be base64');
  }
}
