import { describe, expect, it } from 'vitest';
import { readCommand } from './read-command.js';

describe('readCommand', () => {
  it.each([
    { type: 'add-account' },
    { type: 'add-account', label: 'Own', seed: new Uint8Array(32) },
    { type: 'rename-account', address: 'a', label: 'b' },
    { type: 'remove-account', address: 'a' },
    { type: 'grant-account', address: 'a', isGranted: false },
    { type: 'airdrop', address: 'a', lamports: 1n },
    { type: 'revoke-app', id: '1' },
    { type: 'revoke-all-apps' },
    { type: 'clear-activity' },
    { type: 'change-settings', changes: { delayMs: 1 } },
    { type: 'reset-settings' },
    { type: 'reset' },
  ])('reads %o, and nothing else of it', (command) => {
    expect(readCommand({ ...command, other: 1 })).toEqual(command);
  });

  it.each([
    undefined,
    null,
    'reset',
    [],
    {},
    { type: 'toString' },
    { type: '__proto__' },
    { type: 'add-account', seed: 'AAAA' },
    { type: 'add-account', label: 1 },
    { type: 'rename-account', address: 'a' },
    { type: 'grant-account', address: 'a', isGranted: 'no' },
    { type: 'airdrop', address: 'a', lamports: 1 },
    { type: 'airdrop', address: 'a', lamports: 0n },
    { type: 'airdrop', address: 'a', lamports: 2n ** 64n },
    { type: 'revoke-app' },
    { type: 'change-settings', changes: 1 },
    { type: 'change-settings', changes: [] },
  ])('refuses %o', (value) => {
    expect(() => readCommand(value)).toThrow(TypeError);
  });
});
