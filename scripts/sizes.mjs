import { spawnSync } from 'node:child_process';
import { root } from './process.mjs';

/**
 * Returns the bytes of each check of `.size-limit.mjs` by its name, whether or not they are within the budget.
 *
 * @returns {Readonly<Record<string, number>>}
 */
export function measureSizes() {
  const args = ['node_modules/size-limit/bin.js', '--json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return Object.fromEntries(
    JSON.parse(stdout).map((/** @type {{ name: string, size: number }} */ { name, size }) => [name, size]),
  );
}
