import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { createFolder, startProgram } from './browsers/program.js';

/** A program that starts another one, as browsers do, and writes the ids of both processes. */
const PARENT = `
  const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  process.stdout.write('started ' + process.pid + ' ' + pid + '\\n');
  setInterval(() => {}, 1000);`;
const KEEPER = fileURLToPath(new URL('browsers/keeper.mjs', import.meta.url));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In some containers nobody removes processes that have ended from the table.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

function readIds([, ...ids]: readonly string[]): readonly number[] {
  expect(ids).toHaveLength(2);
  return ids.map(Number);
}

async function expectEnd(ids: readonly number[], folder: string): Promise<void> {
  await expect.poll(() => ids.filter(isRunning)).toEqual([]);
  await expect.poll(() => existsSync(folder)).toBe(false);
}

test('a program that is closed ends with all that it has started, and its folder is deleted', async () => {
  const folder = await createFolder();
  const program = startProgram(folder, process.execPath, ['-e', PARENT]);
  const ids = readIds(await program.waitForOutput(/started (\d+) (\d+)/));
  await program.close();
  await expectEnd(ids, folder);
});

test('a program ends when the process that started it is killed', async () => {
  const folder = await createFolder();
  const script = `
    const { spawn } = require('node:child_process');
    const keeper = spawn(process.execPath, ${JSON.stringify([KEEPER, folder, process.execPath, '-e', PARENT])}, { detached: true });
    keeper.stdout.pipe(process.stdout);`;
  const starter = spawn(process.execPath, ['-e', script]);
  const [text] = await once(starter.stdout, 'data');
  starter.kill('SIGKILL');
  const ids = readIds(/started (\d+) (\d+)/.exec(String(text)) ?? []);
  await expectEnd(ids, folder);
});

test('a program that cannot be started rejects with what happened', async () => {
  const folder = await createFolder();
  const program = startProgram(folder, '/nowhere/browser', []);
  await expect(program.waitForOutput(/ready/)).rejects.toThrow('/nowhere/browser ended');
  await program.close();
  expect(existsSync(folder)).toBe(false);
});
