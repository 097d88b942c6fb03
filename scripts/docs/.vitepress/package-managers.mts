/** A block of commands that installs packages, with what stands before each of its lines. */
const BLOCK =
  /^([ \t]*)```sh\n((?:(?!\1```)[^\n]*\n)*?[ \t]*npm (?:i|install|create|uninstall)\b[\s\S]*?)\1```$/gm;

/** A command of npm, and that of each other one. */
type Rule = readonly [npm: RegExp, pnpm: string, yarn: string, bun: string];

const RULES: readonly Rule[] = [
  [/^npm (?:i|install)$/, 'pnpm install', 'yarn install', 'bun install'],
  [/^npm (?:i|install) --save-dev (.+)/, 'pnpm add --save-dev $1', 'yarn add --dev $1', 'bun add --dev $1'],
  [/^npm (?:i|install) (?!-)(.+)/, 'pnpm add $1', 'yarn add $1', 'bun add $1'],
  [/^npm uninstall (.+)/, 'pnpm remove $1', 'yarn remove $1', 'bun remove $1'],
  [
    /^npm create (\w+)@latest (.+) -- (.+)/,
    'pnpm create $1 $2 $3',
    'yarn create $1 $2 $3',
    'bun create $1 $2 $3',
  ],
  [/^npm run (.+)/, 'pnpm run $1', 'yarn run $1', 'bun run $1'],
  [/^npx (.+)/, 'pnpm exec $1', 'yarn run $1', 'bunx $1'],
  [/^(cd .+|#.*|)$/, '$1', '$1', '$1'],
];

/**
 * Shows the commands that install packages for npm, pnpm, Yarn and Bun, each in a tab. The documents have those
 * for npm. A block with a command that others write in another way, such as with the path of a file, stays.
 */
export function addPackageManagers(page: string): string {
  return page.replace(BLOCK, (block: string, margin: string, text: string) => {
    const lines = text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.slice(margin.length));
    const rules = lines.map((line) => RULES.find(([npm]) => npm.test(line) && !/\.tgz\b/.test(line)));
    if (rules.includes(undefined)) return block;
    const tabs = ['npm', 'pnpm', 'Yarn', 'Bun'].map((name, index) => {
      const commands = lines.map((line, at) => {
        const [npm, ...others] = rules[at] ?? [];
        return index === 0 || !npm ? line : line.replace(npm, others[index - 1] ?? '');
      });
      return [`\`\`\`sh [${name}]`, ...commands, '```'];
    });
    return ['::: code-group', ...tabs.flat(), ':::'].map((line) => `${margin}${line}`).join('\n');
  });
}
