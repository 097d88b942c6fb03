import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import type { MockWalletSettings } from '../wallet/settings.js';
import type { WalletCommand } from './wallet-state.js';

type CommandType = WalletCommand['type'];

const MAX_LAMPORTS = 2n ** 64n - 1n;

/** Reads the members of each command. */
const READERS: Readonly<{ [T in CommandType]: (members: JsonObject) => WalletCommand }> = {
  'add-account': ({ label, seed }) => ({
    type: 'add-account',
    ...(label !== undefined && { label: readText(label, 'label') }),
    ...(seed !== undefined && { seed: readBytes(seed) }),
  }),
  'rename-account': ({ address, label }) => ({
    type: 'rename-account',
    address: readText(address, 'address'),
    label: readText(label, 'label'),
  }),
  'remove-account': ({ address }) => ({ type: 'remove-account', address: readText(address, 'address') }),
  'grant-account': ({ address, isGranted }) => ({
    type: 'grant-account',
    address: readText(address, 'address'),
    isGranted: readBoolean(isGranted),
  }),
  airdrop: ({ address, lamports }) => ({
    type: 'airdrop',
    address: readText(address, 'address'),
    lamports: readLamports(lamports),
  }),
  'revoke-app': ({ id }) => ({ type: 'revoke-app', id: readText(id, 'id') }),
  'revoke-all-apps': () => ({ type: 'revoke-all-apps' }),
  'clear-activity': () => ({ type: 'clear-activity' }),
  'reset-settings': () => ({ type: 'reset-settings' }),
  // The wallet itself checks each setting.
  'change-settings': ({ changes }) => ({ type: 'change-settings', changes: readSettings(changes) }),
  reset: () => ({ type: 'reset' }),
};

/**
 * Reads a command of the wallet's own screens.
 *
 * @throws TypeError if it is none
 */
export function readCommand(value: unknown): WalletCommand {
  if (!isJsonObject(value) || !isCommandType(value['type'])) throw new TypeError('There is no such command');
  return READERS[value['type']](value);
}

function isCommandType(type: unknown): type is CommandType {
  return typeof type === 'string' && Object.hasOwn(READERS, type);
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`\`${name}\` must be a string`);
}

function readBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError('`isGranted` must be a boolean');
}

function readBytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError('`seed` must be bytes');
}

function readLamports(value: unknown): bigint {
  if (typeof value === 'bigint' && value > 0n && value <= MAX_LAMPORTS) return value;
  throw new TypeError('`lamports` must be a whole number of 64 bits');
}

function readSettings(value: unknown): Partial<MockWalletSettings> {
  if (isJsonObject(value)) return value;
  throw new TypeError('`changes` must be an object');
}
