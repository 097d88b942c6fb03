import {
  getBase58Decoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  address as toAddress,
} from '@solana/kit';
import type { SolanaSignInOutput } from '@solana/wallet-standard-features';

/** Something that this page has verified itself. `passed` is `undefined` if the browser cannot verify it. */
export type Check = Readonly<{ label: string; passed: boolean | undefined }>;

/** Whether none of the checks has failed. */
export function arePassed(checks: readonly Check[]): boolean {
  return checks.every(({ passed }) => passed !== false);
}

type Signed = Readonly<{ address: string; message: Uint8Array; signature: Uint8Array | undefined }>;

/** Verifies an Ed25519 signature by the account at a base58 address, with WebCrypto. */
export async function checkSignature({ address, message, signature }: Signed): Promise<Check> {
  const label = 'Signature is by this account';
  if (signature?.length !== 64) return { label, passed: false };
  try {
    const key = await getPublicKeyFromAddress(toAddress(address));
    const passed = await crypto.subtle.verify(
      'Ed25519',
      key,
      new Uint8Array(signature),
      new Uint8Array(message),
    );
    return { label, passed };
  } catch {
    return { label: 'Signature: this browser cannot check it', passed: undefined };
  }
}

/** What the page has asked the wallet to put into the sign-in text. */
export type SignInExpectation = Readonly<{ domain: string; nonce: string }>;

/** Checks a sign-in: its signature, and that the text is for this page, this account and this nonce. */
export async function checkSignIn(
  output: SolanaSignInOutput,
  { domain, nonce }: SignInExpectation,
): Promise<readonly Check[]> {
  const { address } = output.account;
  const [headline, account, ...rest] = new TextDecoder().decode(output.signedMessage).split('\n');
  return [
    await checkSignature({ address, message: output.signedMessage, signature: output.signature }),
    {
      label: `Text is for ${domain}`,
      passed: headline === `${domain} wants you to sign in with your Solana account:`,
    },
    { label: 'Text names this account', passed: account === address },
    { label: 'Text has the nonce of this request', passed: rest.includes(`Nonce: ${nonce}`) },
  ];
}

/** Checks that the wallet signed the page's message, unchanged. */
export async function checkSignedMessage(signed: Signed, message: Uint8Array): Promise<readonly Check[]> {
  return [
    await checkSignature(signed),
    { label: 'Message is as it was written', passed: areEqual(signed.message, message) },
  ];
}

/** The result of checking a signed transaction. `signature` is base58, as explorers show it. */
export type CheckedTransaction = Readonly<{
  check: Check;
  signature: string;
  /**
   * Whether the wallet changed the transaction. Wallets may, e.g. to add a fee, and show the user the changed
   * one.
   */
  isChanged: boolean;
}>;

/**
 * Verifies the account's signature in a signed transaction (wire bytes) against the transaction's message.
 */
export async function checkSignedTransaction(
  address: string,
  original: Uint8Array,
  signed: Uint8Array,
): Promise<CheckedTransaction> {
  const decoder = getTransactionDecoder();
  const { messageBytes, signatures } = decoder.decode(signed);
  const message = new Uint8Array(messageBytes);
  const signature = signatures[toAddress(address)] ?? undefined;
  return {
    check: await checkSignature({ address, message, signature }),
    signature: signature ? getBase58Decoder().decode(signature) : 'none',
    isChanged: !areEqual(message, new Uint8Array(decoder.decode(original).messageBytes)),
  };
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
