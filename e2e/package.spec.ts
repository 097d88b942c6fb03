import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../scripts/process.mjs';
import { createDapp, MOCK_PACKAGES, packedFiles } from './package/dapp.js';

const REPOSITORY = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard/blob/main/';

test.describe('the package', () => {
  test('contains the files that its README links to, or the repository does', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/(?:\]\(|^\[.+\]: )([^)#\s]+)/gm)].map(([, link = '']) => link);
    const missing = links.filter((link) => {
      if (link.startsWith(REPOSITORY)) return !existsSync(join(root, link.slice(REPOSITORY.length)));
      return !/^https?:/.test(link) && !packedFiles.includes(link);
    });
    expect(links.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  test('contains its changelog and its licence', () => {
    expect(packedFiles).toEqual(expect.arrayContaining(['CHANGELOG.md', 'LICENSE', 'README.md']));
  });
});

test.describe('the mock wallet', () => {
  const parts = ['', '/chains', '/page', '/page-frame', '/server', '/vite', '/playwright', '/testing'].map(
    (part) => `mock-mobile-wallet${part}`,
  );

  test('loads with one dev dependency beside Playwright, by import and by require', () => {
    const script = `
      import { createRequire } from 'node:module';
      const require = createRequire(process.cwd() + '/dapp.js');
      for (const part of ${JSON.stringify(parts)}) {
        const names = (module) => Object.keys(module).filter((name) => name !== '__esModule').sort().join();
        console.log(String(names(await import(part)) === names(require(part))));
      }`;
    const dapp = createDapp({ ...MOCK_PACKAGES, '@playwright/test': '@playwright/test' });
    const { output } = dapp.run(['--no-warnings', '--input-type=module', '--eval', script]);
    dapp.remove();
    expect(output.trim().split('\n')).toEqual(parts.map(() => 'true'));
  });

  test('says what to install if Playwright is missing, and otherwise needs neither it nor Vite', () => {
    const script = `
      import { createRequire } from 'node:module';
      const require = createRequire(process.cwd() + '/dapp.js');
      for (const part of ${JSON.stringify(parts)}) {
        for (const load of [(name) => import(name), async (name) => require(name)]) {
          await load(part).catch((error) => console.log(error.message));
        }
      }`;
    const dapp = createDapp(MOCK_PACKAGES);
    const { output } = dapp.run(['--no-warnings', '--input-type=module', '--eval', script]);
    dapp.remove();
    const message =
      '`mock-mobile-wallet/playwright` needs Playwright: run `npm install --save-dev @playwright/test`.';
    expect(output.trim().split('\n')).toEqual([message, message]);
  });
});
