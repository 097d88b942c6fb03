import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root, runNpm } from '../scripts/process.mjs';
import {
  describeVersions,
  formatTable,
  NEXT_WALLET_PEER,
  readPeer,
  WALLET_PEER,
  writeSection,
} from './report.js';

const QUIET = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

test('packages and bytes of an install', async ({ browser }) => {
  // The others are hundreds of packages, which come over the network.
  test.setTimeout(1_800_000);
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  try {
    await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], root);
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    const rows = [
      ['peer', await measureInstall(join(folder, 'peer'), getSpec(WALLET_PEER))],
      ['next', await measureInstall(join(folder, 'next'), getSpec(NEXT_WALLET_PEER))],
      ['ours', await measureInstall(join(folder, 'ours'), join(folder, archive))],
    ] as const;
    for (const [, { packages }] of rows) expect(packages).toBeGreaterThan(1);
    const cells = rows.map(([name, { packages, bytes }]) => [
      name,
      `${packages}`,
      bytes.toLocaleString('en'),
    ]);
    const versions = describeVersions(browser.version(), WALLET_PEER, NEXT_WALLET_PEER);
    writeSection('install', `${formatTable(['who', 'packages', 'bytes'], cells)}\n\n${versions}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function getSpec(installedName: string): string {
  const { name, version } = readPeer(installedName);
  return `${name}@${version}`;
}

/** Installs a package into a new project, and measures the project's `node_modules`. */
async function measureInstall(
  folder: string,
  spec: string,
): Promise<Readonly<{ packages: number; bytes: number }>> {
  const modules = join(folder, 'node_modules');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  await npm(['install', ...QUIET, spec], folder);
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  const files = readdirSync(modules, { recursive: true }).map((path) =>
    statSync(join(modules, String(path))),
  );
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  return { packages: Object.keys(packages).length, bytes };
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  if ((await runNpm(args, { cwd })) !== 0) throw new Error(`npm ${args[0]} failed: see the message above`);
}
