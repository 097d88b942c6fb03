import { createKeyPairFromPrivateKeyBytes, getAddressFromPublicKey, signBytes } from '@solana/kit';
import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { arePassed, checkSignedMessage, checkSignIn } from './checks.js';

const { privateKey, publicKey } = await createKeyPairFromPrivateKeyBytes(new Uint8Array(32).fill(7));
const address = await getAddressFromPublicKey(publicKey);
const account: WalletAccount = { address, publicKey: new Uint8Array(32), chains: [], features: [] };
const expected = { domain: 'dapp.example:8080', nonce: 'a1b2c3d4' };
const sign = async (text: string) => {
  const signedMessage = new TextEncoder().encode(text);
  return { account, signedMessage, signature: new Uint8Array(await signBytes(privateKey, signedMessage)) };
};
const write = (domain: string, nonce: string, signer: string = address) =>
  `${domain} wants you to sign in with your Solana account:\n${signer}\n\nHi\n\nNonce: ${nonce}`;

describe('checkSignIn', () => {
  it('passes a text for this page, account and nonce', async () => {
    const checks = await checkSignIn(await sign(write(expected.domain, expected.nonce)), expected);
    expect(checks.map(({ passed }) => passed)).toEqual([true, true, true, true]);
  });

  it('fails a properly signed text for another page, account or nonce', async () => {
    for (const text of [
      write('evil.example', expected.nonce),
      write(expected.domain, 'ffffffff'),
      write(expected.domain, expected.nonce, '11111111111111111111111111111111'),
    ]) {
      expect(arePassed(await checkSignIn(await sign(text), expected))).toBe(false);
    }
  });
});

describe('checkSignedMessage', () => {
  it('fails a signature of another account or of the wrong length', async () => {
    const { signedMessage: message, signature } = await sign('hello');
    expect(arePassed(await checkSignedMessage({ address, message, signature }, message))).toBe(true);
    const forged = signature.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
    for (const wrong of [forged, signature.slice(1), undefined]) {
      const checks = await checkSignedMessage({ address, message, signature: wrong }, message);
      expect(checks[0]?.passed).toBe(false);
    }
  });

  it('fails a message that the wallet changed', async () => {
    const { signedMessage: message, signature } = await sign('hello');
    const checks = await checkSignedMessage({ address, message, signature }, new TextEncoder().encode('hi'));
    expect(checks.map(({ passed }) => passed)).toEqual([true, false]);
  });
});
