import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import mock from '../../mock/package.json' with { type: 'json' };
import library from '../../package.json' with { type: 'json' };
import { root } from '../../scripts/process.mjs';

/** A dapp's folder outside the repository, with the package as npm would publish it in its `node_modules`. */
export type Dapp = Readonly<{
  folder: string;
  /** Runs a script with Node in that folder. Returns what it wrote to standard output and standard error. */
  run(args: readonly string[]): Readonly<{ exitCode: number | null; output: string }>;
  remove(): void;
}>;

const DEPENDENCIES = Object.keys(library.dependencies);

/** The mock wallet's package and its dependencies, as a dapp installs them. */
export const MOCK_PACKAGES = {
  'mock-mobile-wallet': 'mock-mobile-wallet',
  ...Object.fromEntries(
    Object.keys(mock.dependencies)
      .filter((name) => name !== 'mobile-wallet-standard')
      .map((name) => [name, name]),
  ),
};

/** The files that npm would publish, relative to the package. */
export const packedFiles = listPackedFiles('.');
const packedMockFiles = listPackedFiles('mock');

function listPackedFiles(folder: string): readonly string[] {
  // On Windows npm is a batch file and needs a shell. Packing must not build again, because the tests have a
  // build.
  const { stdout } = spawnSync('npm pack --dry-run --json --ignore-scripts', {
    cwd: join(root, folder),
    encoding: 'utf8',
    shell: true,
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly Readonly<{ path: string }>[] }];
  return files.map(({ path }) => path);
}

/** Copies what npm would publish, because a link would find its dependencies in this repository. */
function copyPackage(from: '.' | 'mock', name: string, folder: string): void {
  for (const path of from === '.' ? packedFiles : packedMockFiles) {
    cpSync(join(root, from, path), join(folder, 'node_modules', name, path));
  }
}

/**
 * Creates a dapp. `packages` maps each package that is installed beside the library to its folder in this
 * repository's `node_modules`, or to a version, for an empty package of that version.
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
