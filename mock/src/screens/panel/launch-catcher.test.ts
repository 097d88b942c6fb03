import { describe, expect, it } from 'vitest';
import { isAssociationUri } from './launch-catcher.js';

describe('isAssociationUri', () => {
  it('is true for the common scheme', () => {
    expect(isAssociationUri('solana-wallet:/v1/associate/local?port=50000', undefined)).toBe(true);
    expect(isAssociationUri('solana-wallets:/v1/associate/local', undefined)).toBe(false);
    expect(isAssociationUri('https://example.com/solana-wallet:', undefined)).toBe(false);
  });

  it('is true for the common scheme in an intent address', () => {
    const address = 'intent:/v1/associate/local?port=50000#Intent;scheme=solana-wallet;package=a.b;end';
    expect(isAssociationUri(address, undefined)).toBe(true);
    // Android does not open it, and a launch says so.
    expect(isAssociationUri(address.replace(/;package.*/, ''), undefined)).toBe(true);
    expect(isAssociationUri(address.replace('solana-wallet', 'https'), undefined)).toBe(false);
  });

  it("is true under the wallet's own base, with or without a slash, and for no other page of its site", () => {
    for (const base of ['https://wallet.example/mwa', 'https://wallet.example/mwa/']) {
      expect(isAssociationUri('https://wallet.example/mwa/v1/associate/local?port=1', base)).toBe(true);
      expect(isAssociationUri('https://wallet.example/mwa/help', base)).toBe(false);
      expect(isAssociationUri('https://wallet.example/v1/associate/local', base)).toBe(false);
    }
  });
});
