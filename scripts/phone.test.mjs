import { expect, it } from 'vitest';
import { findAddress, getAdbArguments } from './phone.mjs';

it('makes the phone’s own port that of this machine', () => {
  expect(getAdbArguments(8443)).toEqual(['reverse', 'tcp:8443', 'tcp:8443']);
});

it('serves the first address in a network', () => {
  const address = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null, internal: false };
  const lo = [{ ...address, family: /** @type {const} */ ('IPv4'), address: '127.0.0.1', internal: true }];
  const wlan = [
    { ...address, family: /** @type {const} */ ('IPv6'), address: 'fe80::1', scopeid: 2 },
    { ...address, family: /** @type {const} */ ('IPv4'), address: '192.168.0.10' },
  ];
  expect(findAddress({ lo, wlan })).toBe('192.168.0.10');
  expect(findAddress({ lo })).toBeUndefined();
});
