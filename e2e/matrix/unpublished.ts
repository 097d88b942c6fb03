import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/process.mjs';

const GUIDE = readFileSync(join(root, 'docs/guides/unpublished.md'), 'utf8');

/** How the shell does what a block of each language says. */
const WRITE: Readonly<Record<string, (code: string) => string>> = {
  sh: (commands) => commands,
  yaml: (settings) => `cat > pnpm-workspace.yaml << END\n${settings}END\n`,
  json(settings) {
    const fields = Object.entries(JSON.parse(settings));
    return fields.map(([key, value]) => `npm pkg set --json '${key}=${JSON.stringify(value)}'\n`).join('');
  },
};

/**
 * Returns what the guide for the time before the first release says of a package manager, as lines for the
 * shell.
 */
export function readUnpublished(section: string): string {
  const [, text = ''] = GUIDE.split(`\n## ${section}\n`);
  const blocks = (text.split('\n## ')[0] ?? '').matchAll(/```(\w+)\n([\s\S]*?)```/g);
  return [...blocks].map(([, language = '', code = '']) => WRITE[language]?.(code) ?? '').join('');
}
