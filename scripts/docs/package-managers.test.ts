import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { root } from '../process.mjs';
import { addPackageManagers } from './.vitepress/package-managers.mjs';

const fence = (text: string): string => `Install it:\n\n\`\`\`sh\n${text}\n\`\`\`\n\nThen go on.\n`;

it('shows the commands that install packages for each package manager', () => {
  const page = fence(
    'npm create vite@latest my-dapp -- --template react-ts\ncd my-dapp\nnpm i a @b/c@1\nnpx d install',
  );
  expect(addPackageManagers(page)).toBe(`Install it:

::: code-group
\`\`\`sh [npm]
npm create vite@latest my-dapp -- --template react-ts
cd my-dapp
npm i a @b/c@1
npx d install
\`\`\`
\`\`\`sh [pnpm]
pnpm create vite my-dapp --template react-ts
cd my-dapp
pnpm add a @b/c@1
pnpm exec d install
\`\`\`
\`\`\`sh [Yarn]
yarn create vite my-dapp --template react-ts
cd my-dapp
yarn add a @b/c@1
yarn run d install
\`\`\`
\`\`\`sh [Bun]
bun create vite my-dapp --template react-ts
cd my-dapp
bun add a @b/c@1
bunx d install
\`\`\`
:::

Then go on.
`);
});

it('keeps the indentation of a list', () => {
  const page = '1. First:\n\n   ```sh\n   npm uninstall a\n   npm install --save-dev b\n   ```\n';
  expect(addPackageManagers(page)).toContain(
    '   ```sh [Yarn]\n   yarn remove a\n   yarn add --dev b\n   ```\n',
  );
});

it.each([
  ['other commands', 'npx mock-mobile-wallet'],
  ['what is not the same elsewhere', 'npm install a\nnpm pkg set type=module'],
  ['a file of a package', 'npm install ../a/a-0.1.0.tgz'],
])('leaves a block as it is with %s', (_, text) => {
  expect(addPackageManagers(fence(text))).toBe(fence(text));
});

it('knows the commands of all guides that install a package of the registry', () => {
  const guides = readdirSync(`${root}docs/guides`).filter((name) => name !== 'unpublished.md');
  const left = guides.flatMap((name) =>
    (
      addPackageManagers(readFileSync(`${root}docs/guides/${name}`, 'utf8')).match(/^ *```sh\n[^`]*/gm) ?? []
    ).filter((block) => /npm (?:i|install|uninstall|create) /.test(block) && !block.includes('npm pkg set')),
  );
  expect(left).toEqual([]);
});
