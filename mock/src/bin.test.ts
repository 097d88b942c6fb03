import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const PACKAGE = join(import.meta.dirname, '..');
const BIN = manifest.bin['mock-mobile-wallet'];

let folder: string;

// A copy of the package as it is in a clone before the build.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-bin-'));
  await cp(join(PACKAGE, 'bin'), join(folder, 'bin'), { recursive: true });
  await cp(join(PACKAGE, 'package.json'), join(folder, 'package.json'));
});

afterEach(() => rm(folder, { recursive: true }));

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(folder, BIN), ...args]);

describe('the command of the package', () => {
  it('says what to do in a clone that is not built', async () => {
    await expect(run('--version')).rejects.toMatchObject({
      code: 1,
      stderr: 'The mock wallet is not built: run `npm run build` in its repository first.\n',
    });
  });

  it('runs what was built, with its arguments', async () => {
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/cli.js'), 'process.stdout.write(process.argv.slice(2).join());');
    expect(await run('serve', '--port', '0')).toMatchObject({ stdout: 'serve,--port,0' });
  });

  it('is among the files that are published', () => {
    expect(manifest.files).toContain('bin');
  });
});
