import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/process.mjs';

// What guides say, as lines for the shell, so that rows do what readers do.

/** The port of the dapp in the guide for other runners. */
const GUIDE_PORT = '4173';
/** A code block that is named after a file. */
const FILE = /^\*\*`([^`]+)`\*\*$[^`]*```\w+\n([\s\S]*?)```/gm;

/** How the shell does what a block of each language says. */
const DO: Readonly<Record<string, (code: string) => string>> = {
  sh: (commands) => commands,
  yaml: (settings) => writeFile('pnpm-workspace.yaml', settings),
  json(settings) {
    const fields = Object.entries(JSON.parse(settings));
    return fields.map(([key, value]) => `npm pkg set --json '${key}=${JSON.stringify(value)}'\n`).join('');
  },
};

const writeFile = (path: string, text: string): string => `cat > ${path} << 'END'\n${text}END\n`;

function readSection(guide: string, title: string): string {
  const [, text = ''] = readFileSync(join(root, 'docs/guides', guide), 'utf8').split(`\n## ${title}\n`);
  return text.split('\n## ')[0] ?? '';
}

/** Returns what the guide for the time before the first release says of a package manager. */
export function readUnpublished(section: string): string {
  const blocks = readSection('unpublished.md', section).matchAll(/```(\w+)\n([\s\S]*?)```/g);
  return [...blocks].map(([, language = '', code = '']) => DO[language]?.(code) ?? '').join('');
}

/** Returns what writes the files of the guide for other runners, for one of them and a dapp at a port. */
export function readRunner(section: string, port: string): string {
  const texts = ['Start a wallet', section].map((title) => readSection('test-with-any-runner.md', title));
  const files = [...texts.join('').matchAll(FILE)];
  const write = files.map(([, path = '', code = '']) => writeFile(path, code.replaceAll(GUIDE_PORT, port)));
  return `mkdir -p test\n${write.join('')}`;
}
