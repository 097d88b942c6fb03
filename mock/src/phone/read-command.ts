import * as v from 'valibot';
import { anyObject, definedObject, parse, text, truth } from '../values/parse.js';
import { appState } from './wallet-apps.js';
import type { WalletCommand } from './wallet-state.js';

const MAX_LAMPORTS = 2n ** 64n - 1n;
const lamports = v.custom<bigint>(
  (value) => typeof value === 'bigint' && value > 0n && value <= MAX_LAMPORTS,
  'must be a whole number of 64 bits',
);

const command: v.GenericSchema<unknown, WalletCommand> = v.pipe(
  definedObject,
  v.variant(
    'type',
    [
      v.object({
        type: v.literal('add-account'),
        label: v.exactOptional(text),
        seed: v.exactOptional(v.instance(Uint8Array, 'must be bytes')),
      }),
      v.object({ type: v.literal('rename-account'), address: text, label: text }),
      v.object({ type: v.literal('remove-account'), address: text }),
      v.object({ type: v.literal('grant-account'), address: text, isGranted: truth }),
      v.object({ type: v.literal('airdrop'), address: text, lamports }),
      v.object({ type: v.literal('revoke-app'), id: text }),
      v.object({ type: v.literal('show-app'), androidPackage: text }),
      v.object({ type: v.literal('change-app'), androidPackage: text, state: appState }),
      v.object({
        type: v.picklist(['revoke-all-apps', 'clear-activity', 'reset-settings', 'clear-default-app']),
      }),
      v.object({ type: v.literal('reset'), hasSettings: v.exactOptional(truth) }),
      // The wallet itself checks each setting.
      v.object({ type: v.literal('change-settings'), changes: anyObject }),
    ],
    'is no command',
  ),
);

/** Reads a command of the wallet's own screens; throws a TypeError if it is none. */
export const readCommand = (value: unknown): WalletCommand => parse(command, value, 'command');
