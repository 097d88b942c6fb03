import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { parseJson } from '../params.js';
import type { PhoneMemory, PhoneStore, StoredAccount } from '../phone/phone-store.js';
import { loadSeeds, readSeeds, SEEDS_NAME, writePrivately, writeSeeds } from './seeds.js';

/** What is stored of an account beside its seed. */
type Label = Omit<StoredAccount, 'seed'>;

/**
 * Creates a store in a folder. The seeds are in files of their own (`*.pem`): those that the phone begins with, and those
 * of its accounts since the user has changed them. Calls `warn` the first time that something cannot be stored.
 */
export function createNodeStore(folder: string, warn: (message: string) => void = () => {}): PhoneStore {
  const first = join(folder, SEEDS_NAME);
  const own = join(folder, 'seeds-of-accounts.pem');
  const file = join(folder, 'phone.json');
  let lastWrite: Promise<void> = Promise.resolve();
  let hasWarned = false;

  const fail = (error: unknown): void => {
    if (hasWarned) return;
    hasWarned = true;
    const reason = error instanceof Error ? error.message : String(error);
    warn(`Mock wallet: its accounts and settings last only as long as this server (${reason}).`);
  };

  const write = (task: () => Promise<void>): Promise<void> => {
    // One after another, so that the files belong together. What cannot be written lasts as long as the server.
    lastWrite = lastWrite.then(task).catch(fail);
    return lastWrite;
  };

  const readStored = async (): Promise<JsonObject> => {
    const value = parseJson(await readFile(file, 'utf8').catch(() => ''));
    return isJsonObject(value) ? value : {};
  };

  return {
    getSeeds: (count) => loadSeeds(first, count, fail),
    load: async () => readMemory(await readStored(), await readSeeds(own)),
    save: ({ accounts, settings }) =>
      write(async () => {
        if (accounts) {
          await writeSeeds(
            own,
            accounts.list.map(({ seed }) => seed),
          );
        }
        const labels = accounts?.list.map(({ label, isGranted }): Label => ({ label, isGranted }));
        const stored = {
          ...(await readStored()),
          ...(accounts && { accounts: { from: accounts.from, labels } }),
          ...(settings && { settings }),
        };
        await writePrivately(file, JSON.stringify(stored));
      }),
    clear: () =>
      write(async () => {
        for (const name of [first, own, file]) await rm(name, { force: true });
      }),
  };
}

function readMemory({ accounts, settings }: JsonObject, seeds: readonly Uint8Array[]): PhoneMemory {
  const list = isJsonObject(accounts) ? readAccounts(accounts['labels'], seeds) : undefined;
  const from = isJsonObject(accounts) ? accounts['from'] : undefined;
  return {
    ...(list && typeof from === 'string' && { accounts: { from, list } }),
    // The wallet checks the settings when it takes them.
    ...(isSettings(settings) && { settings }),
  };
}

/** Returns the accounts, unless another program has changed one of the files. */
function readAccounts(labels: unknown, seeds: readonly Uint8Array[]): readonly StoredAccount[] | undefined {
  if (!Array.isArray(labels) || labels.length !== seeds.length || !labels.every(isLabel)) return undefined;
  return labels.map((label, index) => ({ seed: seeds[index] ?? new Uint8Array(), ...label }));
}

function isLabel(value: unknown): value is Label {
  return isJsonObject(value) && typeof value['label'] === 'string' && typeof value['isGranted'] === 'boolean';
}

function isSettings(value: unknown): value is NonNullable<PhoneMemory['settings']> {
  return isJsonObject(value) && typeof value['from'] === 'string' && isJsonObject(value['values']);
}
