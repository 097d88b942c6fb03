import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/process.mjs';

/** A dapp's folder outside the repository, with what npm would publish in its `node_modules`. */
export type Dapp = Readonly<{
  folder: string;
  /** Runs a script with Node in that folder; returns what it wrote to both outputs. */
  run(args: readonly string[]): Readonly<{ exitCode: number | null; output: string }>;
  remove(): void;
}>;

const DEPENDENCIES = [
  '@solana/wallet-standard-features',
  '@wallet-standard/base',
  '@wallet-standard/features',
];

/** What a dapp has installed that has the mock wallet: the package, and what it depends on. */
export const MOCK_PACKAGES = {
  'mock-mobile-wallet': 'mock-mobile-wallet',
  ...Object.fromEntries(['@solana/kit', 'litesvm', 'ws'].map((name) => [name, name])),
};

/** The files that npm would publish, relative to the package. */
export const packedFiles = listPackedFiles('.');

function listPackedFiles(folder: string): readonly string[] {
  // npm is a script of the system's shell on Windows. The tests need a build, so packing must not build once more.
  const { stdout } = spawnSync('npm pack --dry-run --json --ignore-scripts', {
    cwd: join(root, folder),
    encoding: 'utf8',
    shell: true,
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly Readonly<{ path: string }>[] }];
  return files.map(({ path }) => path);
}

/** Copies what npm would publish, because a link would find its dependencies in this repository. */
function copyPackage(from: string, name: string, folder: string): void {
  for (const path of from === '.' ? packedFiles : listPackedFiles(from)) {
    cpSync(join(root, from, path), join(folder, 'node_modules', name, path));
  }
}

/**
 * Creates a dapp. `packages` are what it has installed beside the library: the folder of each in this repository's
 * `node_modules`, or a version, for a package that has nothing but that.
 */
export function createDapp(
  packages: Readonly<Record<string, string | Readonly<{ version: string }>>>,
  files: Readonly<Record<string, string>> = {},
): Dapp {
  const folder = mkdtempSync(join(tmpdir(), 'dapp-'));
  copyPackage('.', 'mobile-wallet-standard', folder);
  const dependencies = Object.fromEntries(DEPENDENCIES.map((name) => [name, name]));
  for (const [name, source] of Object.entries({ ...dependencies, ...packages })) {
    const installed = join(folder, 'node_modules', name);
    mkdirSync(dirname(installed), { recursive: true });
    if (source === 'mock-mobile-wallet') {
      copyPackage('mock', source, folder);
    } else if (typeof source === 'string') {
      symlinkSync(join(root, 'node_modules', source), installed, 'junction');
    } else {
      mkdirSync(installed);
      writeFileSync(join(installed, 'package.json'), JSON.stringify({ name, ...source }));
    }
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return {
    folder,
    run(args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
      return { exitCode: status, output: stdout + stderr };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
