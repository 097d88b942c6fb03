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

/** The files that npm would publish, relative to the package. */
export const packedFiles = listPackedFiles();

function listPackedFiles(): readonly string[] {
  // npm is a script of the system's shell on Windows. The tests need a build, so packing must not build once more.
  const { stdout } = spawnSync('npm pack --dry-run --json --ignore-scripts', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
  });
  const [{ files }] = JSON.parse(stdout) as [{ files: readonly Readonly<{ path: string }>[] }];
  return files.map(({ path }) => path);
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
  for (const path of packedFiles) {
    cpSync(join(root, path), join(folder, 'node_modules/mobile-wallet-standard', path));
  }
  const dependencies = Object.fromEntries(DEPENDENCIES.map((name) => [name, name]));
  for (const [name, source] of Object.entries({ ...dependencies, ...packages })) {
    const installed = join(folder, 'node_modules', name);
    mkdirSync(dirname(installed), { recursive: true });
    if (typeof source === 'string') {
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
