import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../test/support/wallet.js';
import { createEntry } from '../../wallet/open/ways/remembered-ways.js';
import { getPlace, PAGE_PROOF, readProof } from './ungated.js';

function openPage(host: string, userAgent: string): void {
  vi.stubGlobal('location', { host });
  vi.stubGlobal('navigator', { userAgent });
}

describe.each([
  ['the page’s memory', () => PAGE_PROOF],
  ['a store', () => createEntry(createMemoryStore(), 'ungated')],
])('what has reached loopback, in %s', (_, create) => {
  it('is unknown at first, and once it is no longer believed', () => {
    openPage('staging.example', 'Browser/1 (a phone)');
    const entry = create();
    expect(readProof(entry)).toBeUndefined();
    entry.write('probes', getPlace());
    expect(readProof(entry)).toBe('probes');
    entry.write();
    expect(readProof(entry)).toBeUndefined();
  });

  it('is known of one browser at one host', () => {
    openPage('staging.example', 'Browser/1 (a phone)');
    const entry = create();
    entry.write('sockets', getPlace());
    for (const [host, agent] of [
      ['staging.example:8080', 'Browser/1 (a phone)'],
      ['staging.example', 'Browser/2 (a phone)'],
      ['staging.example', 'Browser/1 (a phone) and more'],
    ] as const) {
      openPage(host, agent);
      expect(readProof(entry)).toBeUndefined();
    }
    openPage('staging.example', 'Browser/1 (a phone)');
    expect(readProof(entry)).toBe('sockets');
  });
});
