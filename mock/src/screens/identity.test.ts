import { describe, expect, it } from 'vitest';
import { getFeatureText } from './approval/connect.js';
import { getIdentityView } from './identity.js';

describe('getIdentityView', () => {
  it('resolves the icon relative to the address', () => {
    expect(getIdentityView({ name: 'Example', uri: 'https://example.com/app/', icon: 'icon.png' })).toEqual({
      name: 'Example',
      host: 'example.com',
      iconUrl: 'https://example.com/app/icon.png',
    });
  });

  it('leaves out what is missing or blank', () => {
    expect(getIdentityView({})).toEqual({});
    expect(getIdentityView({ name: '  ', uri: '', icon: '' })).toEqual({});
  });

  it('shows the port, and a host with look-alike letters in ASCII', () => {
    expect(getIdentityView({ uri: 'https://pаypal.com:8443' })).toEqual({ host: 'xn--pypal-4ve.com:8443' });
  });

  it('ignores addresses and icons with other schemes', () => {
    expect(getIdentityView({ uri: 'javascript:alert(1)', icon: 'javascript:alert(1)' })).toEqual({});
    expect(getIdentityView({ uri: 'file:///etc', icon: 'x.png' })).toEqual({});
    expect(getIdentityView({ icon: 'data:text/html,<script>' })).toEqual({});
  });

  it('accepts an image in a data URL', () => {
    expect(getIdentityView({ icon: 'data:image/png;base64,AAAA' })).toEqual({
      iconUrl: 'data:image/png;base64,AAAA',
    });
  });
});

describe('getFeatureText', () => {
  it('recognises singular and plural spellings', () => {
    expect(getFeatureText('solana:signTransactions')).toBe('Ask you to sign transactions');
    expect(getFeatureText('solana:signTransaction')).toBe('Ask you to sign transactions');
    expect(getFeatureText('solana:signInWithSolana')).toBe('Ask you to sign in');
  });

  it('shows an unknown feature by its identifier', () => {
    expect(getFeatureText('other:thing')).toBe('Use other:thing');
  });
});
