import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/process.mjs';

// What guides say, as lines for the shell, so that rows do what readers do.

/** The port of the dapp in the guide for other runners. */
const GUIDE_PORT = '4173';
/** A code block that is named after a file. */
const FILE = /^\*\*`([^`]+)`\*\*$[^`]*```\w+\n([\s\S]*?)```/gm;

const writeFile = (path: string, text: string): string => `cat > ${path} << 'END'\n${text}END\n`;

function readSection(guide: string, title: string): string {
  const [, text = ''] = readFileSync(join(root, 'docs/guides', guide), 'utf8').split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
}

/**
 * Returns what the guide for the time before the first release says, done with each package manager, which
 * starts anew. Returns nothing after that time.
 */
export function readUnpublished(adds: readonly string[], check: string): readonly string[] {
  const path = join(root, 'docs/guides/unpublished.md');
  if (!existsSync(path)) return [];
  const [, , , json = '', , yaml = '', , commands = ''] = readFileSync(path, 'utf8').split(/```.*\n/);
  const archives = [...new Set(commands.match(/[\w-]+-\d\S+\.tgz/g))];
  const pack = archives.map(
    (name) => `cp ../${name.replace(/-\d.*/, '')}.tgz ../mobile-wallet-standard/${name}\n`,
  );
  const settings = writeFile('package.json', json) + writeFile('pnpm-workspace.yaml', yaml);
  const clean = 'find . -mindepth 1 ! -name dapp.mjs -delete\n';
  const runs = adds.map((add) => clean + settings + commands.replaceAll('npm install', add) + check);
  return [`set -e\nmkdir -p ../mobile-wallet-standard\n${pack.join('')}${runs.join('\n')}`];
}

/** Returns what writes the files of the guide for other runners, for one of them and a dapp at a port. */
export function readRunner(section: string, port: string): string {
  const texts = ['Start a wallet', section].map((title) => readSection('test-with-any-runner.md', title));
  const files = [...texts.join('').matchAll(FILE)];
  const write = files.map(([, path = '', code = '']) => writeFile(path, code.replaceAll(GUIDE_PORT, port)));
  return `mkdir -p test\n${write.join('')}`;
}
