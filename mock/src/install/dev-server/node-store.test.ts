import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildCommand } from '../../../../test/support/command.js';
import type { PhoneMemory } from '../../phone/phone-store.js';
import { createMockWallet } from '../../wallet/mock-wallet.js';
import { createNodeStore, getStateFolder } from './node-store.js';

const SEED = Uint8Array.from({ length: 32 }, (_, index) => index * 7 + 200);
const getAccounts = (...labels: readonly string[]): PhoneMemory => ({
  accounts: { from: 'options', list: labels.map((label) => ({ seed: SEED, label, isGranted: false })) },
});
const MEMORY = getAccounts('Imported');
const FILE = 'phone.pem';

let folder: string;
let warnings: string[];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'store-')), 'phone');
  warnings = [];
});

afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = () => createNodeStore(folder, (message) => warnings.push(message));

async function createEndedProcess() {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child;
}

async function getSettings() {
  return { from: 'options', values: (await createMockWallet()).getSettings() };
}

describe('createNodeStore', () => {
  it('returns what was saved, in a later run, too', async () => {
    const store = open();
    const [seed] = await store.loadSeeds(1);
    await store.save({ ...MEMORY, settings: await getSettings() });
    const later = open();
    expect(await later.load()).toEqual({ ...MEMORY, settings: await getSettings() });
    expect(await later.loadSeeds(2)).toEqual([seed, expect.any(Uint8Array)]);
    expect(warnings).toEqual([]);
  });

  it.each(['', '{"seeds"', '[]', '{"seeds":[],"memory":{"accounts":{"from":"sx","list":[{"label":"sx"}]}}}'])(
    'sets aside and names a file that is damaged: %j',
    async (text) => {
      for (const count of [1, 2]) {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, FILE), text);
        const store = open();
        expect(await store.load()).toEqual({});
        await store.save(MEMORY);
        expect(await open().load()).toEqual(MEMORY);
        const aside = (await readdir(folder)).filter((name) => name !== FILE);
        expect(aside).toHaveLength(count);
        for (const name of aside) expect(await readFile(join(folder, name), 'utf8')).toBe(text);
        expect(warnings).toHaveLength(count);
        expect(aside.some((name) => warnings.at(-1)?.includes(join(folder, name)))).toBe(true);
      }
    },
  );

  it('sets aside a file that is damaged while it runs, and keeps what it has', async () => {
    const store = open();
    await store.save(MEMORY);
    await writeFile(join(folder, FILE), '{');
    await store.save({ settings: await getSettings() });
    expect(await open().load()).toEqual({ ...MEMORY, settings: await getSettings() });
    expect(warnings).toEqual([expect.stringContaining('damaged')]);
  });

  it('sets aside accounts that no wallet can have, and keeps the settings and the seeds', async () => {
    const store = open();
    const [seed] = await store.loadSeeds(1);
    await store.save({ ...getAccounts('Twice', 'Twice'), settings: await getSettings() });
    await store.setAside();
    const later = open();
    expect(await later.load()).toEqual({ settings: await getSettings() });
    expect(await later.loadSeeds(1)).toEqual([seed]);
    const [aside = ''] = (await readdir(folder)).filter((name) => name !== FILE);
    expect(await readFile(join(folder, aside), 'utf8')).toContain('Twice');
    await store.save(MEMORY);
    expect(await open().load()).toEqual({ ...MEMORY, settings: await getSettings() });
    expect(warnings).toEqual([expect.stringContaining(aside)]);
  });

  it('keeps seeds in a file that only the user can read, and that Vite does not serve', async () => {
    const store = open();
    await store.loadSeeds(1);
    await store.save(MEMORY);
    // Vite serves no `*.pem`.
    expect(await readdir(folder)).toEqual(['phone.pem']);
    if (process.platform === 'win32') return;
    expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600);
  });

  it('keeps what another server of the project has stored since', async () => {
    const [store, other] = [open(), open()];
    await store.save(MEMORY);
    await other.save({ settings: await getSettings() });
    expect(await other.loadSeeds(1)).toHaveLength(1);
    expect(await open().load()).toEqual({ ...MEMORY, settings: await getSettings() });
    expect(warnings).toEqual([]);
  });

  it('loses no save while another process saves, too', async () => {
    const program = await buildCommand('test/support/save-often.ts');
    const save = (part: string) => program.run(folder, part, '150').end();
    const ends = await Promise.all([save('accounts'), save('settings')]);
    await program.remove();
    expect(ends.map(({ stdout }) => stdout)).toEqual(['lost 0', 'lost 0']);
    expect(await readdir(folder)).toEqual([FILE]);
  });

  it('does not overwrite what another server has changed, says so, and goes on without storing', async () => {
    const [store, other] = [open(), open()];
    await store.save(MEMORY);
    await other.save(getAccounts('Other'));
    expect(await other.load()).toEqual(getAccounts('Other'));
    const settings = await getSettings();
    await store.save({ settings });
    await other.clear();
    expect(await other.loadSeeds(1)).not.toEqual(await open().loadSeeds(1));
    await other.save({ settings });
    expect(await open().load()).toEqual({ ...MEMORY, settings });
    expect(warnings).toEqual([
      expect.stringMatching(/another server has changed .* lasts only as long as this server\.$/),
    ]);
  });

  it('does not take what another server has stored for its own', async () => {
    const [store, other] = [open(), open()];
    const settings = await getSettings();
    await other.save({ settings });
    // It writes the other's settings again, without having read them into its wallet.
    await store.save(MEMORY);
    await store.save({ settings: { ...settings, from: 'others' } });
    expect(await open().load()).toEqual({ ...MEMORY, settings });
    expect(warnings).toHaveLength(1);
  });

  it('removes the temporary files of processes that have ended, and of none that runs', async () => {
    const child = await createEndedProcess();
    await mkdir(folder);
    const hex = '0123456789abcdef';
    const running = `${process.ppid}-${hex}-${FILE}`;
    const others = ['phone.pem.bak', `${hex}-notes.pem`];
    const ended = [`${child.pid}-${hex}-${FILE}`, `${process.pid}-${hex}-${FILE}`];
    await writeFile(join(folder, 'phone.lock'), `${child.pid}`);
    for (const name of [running, ...others, ...ended]) await writeFile(join(folder, name), '');
    open();
    expect((await readdir(folder)).sort()).toEqual([running, ...others].sort());
  });

  it.each([
    ['of a process that has ended', async () => (await createEndedProcess()).pid],
    ['of a process that runs on without using it', async () => process.ppid],
    ['without an id', async () => ''],
  ])('takes over a lock %s', async (_, getPid) => {
    const store = open();
    await mkdir(folder);
    await writeFile(join(folder, 'phone.lock'), `${await getPid()}`);
    await store.save(MEMORY);
    expect(await open().load()).toEqual(MEMORY);
    expect(await readdir(folder)).toEqual([FILE]);
  });

  it('forgets the accounts and all seeds, and keeps the settings', async () => {
    const store = open();
    const seeds = await store.loadSeeds(2);
    await store.save({ ...MEMORY, settings: await getSettings() });
    await store.clear();
    expect(await open().load()).toEqual({ settings: await getSettings() });
    expect(await open().loadSeeds(2)).not.toEqual(seeds);
  });

  it('says once where no file can be written, and rejects nothing', async () => {
    await writeFile(join(folder, '..', 'file'), '');
    const store = createNodeStore(join(folder, '..', 'file'), (message) => warnings.push(message));
    expect(await store.loadSeeds(1)).toHaveLength(1);
    await store.save(MEMORY);
    expect(await store.load()).toEqual(MEMORY);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^Mock wallet: its accounts and settings last only as long as this server \(E[A-Z]+: .*\)\.$/,
      ),
    ]);
  });

  it('rejects nothing where no file can be named', async () => {
    const store = createNodeStore(join(folder, '\0'));
    const seeds = await store.loadSeeds(1);
    await store.save(MEMORY);
    await store.setAside();
    expect(await store.load()).toEqual({});
    expect(await store.loadSeeds(1)).toEqual(seeds);
    await store.clear();
    expect(await store.loadSeeds(1)).not.toEqual(seeds);
  });
});

describe('getStateFolder', () => {
  it('is a different folder for each project, outside of it', () => {
    const [one, two] = ['/projects/one', '/projects/two'].map(getStateFolder);
    expect(one).not.toBe(two);
    expect(one).not.toContain('/projects/one');
    expect(getStateFolder('/projects/one')).toBe(one);
  });

  it('is the same folder however the path of a project is written', () => {
    expect(getStateFolder('/projects/two/../one/')).toBe(getStateFolder('/projects/one'));
  });
});
