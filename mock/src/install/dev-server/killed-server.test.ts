import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { buildCommand, type RunningCommand } from '../../../../test/support/command.js';
import { findState, runIn } from '../../../../test/support/phone-server.js';

const KILLS = 8;
/**
 * So many commands are sent at once. The server is killed after one of so many events in the folder of its
 * state.
 */
const COMMANDS = 25;
const MAX_EVENTS = 40;

const command = await buildCommand();
afterEach(() => command.stop());
afterAll(() => command.remove());

/** Starts the server, without LiteSVM, which takes longer to load. */
async function start(): Promise<Readonly<{ mount: string; server: RunningCommand }>> {
  const server = command.run('--port', '0', '--cluster', 'http://127.0.0.1:1');
  const [, mount = ''] = await server.find(/Mock wallet: (\S+)\//);
  return { mount, server };
}

async function findAddresses(mount: string): Promise<readonly string[]> {
  return (await findState(mount)).accounts.map(({ address }) => address);
}

it('has all accounts after a kill in the middle of a save, also imported ones, and leaves no other file', async () => {
  let { mount, server } = await start();
  const lost: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const seed = crypto.getRandomValues(new Uint8Array(32));
    await runIn(mount, { type: 'add-account', label: 'Imported', seed });
    const before = await findAddresses(mount);
    const ended = server.end();
    const watcher = watch(command.directory, { recursive: true });
    let events = Math.ceil(Math.random() * MAX_EVENTS);
    watcher.on('change', () => --events === 0 && server.kill());
    const saves = Array.from({ length: COMMANDS }, (_, index) =>
      runIn(mount, { type: 'add-account', label: `New ${index}` }).catch(() => undefined),
    );
    await Promise.all(saves).then(server.kill);
    await ended;
    watcher.close();
    ({ mount, server } = await start());
    const after = await findAddresses(mount);
    lost.push(...before.filter((address) => !after.includes(address)));
  }
  expect(lost).toEqual([]);
  const listFiles = async () => {
    const entries = await readdir(command.directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => basename(name));
  };
  // The server that has just started may be saving.
  await expect.poll(listFiles).toEqual(['cli.mjs', 'phone.pem']);
});
