import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, devices, expect, type Page } from '@playwright/test';
import { packPackages } from '../scripts/fresh.mjs';
import { addMockWallet, expectSubpaths, expectWallet, type Server, serve } from './matrix/page.js';
import { type Row, workspaces } from './matrix/rows.js';
import * as tool from './matrix/workspace.js';

// Installs both packed packages in fresh folders, beside the tools that dapps use, and checks that they work
// there.

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'] ?? {};

const test = base.extend<object, { packed: string }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
      await packPackages(folder);
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Runs a row in its workspace. */
async function check(row: Row, workspace: string, page: Page): Promise<void> {
  const { name, command, firstLoad, use } = row;
  const folder = row.folder ? tool.createFolder(workspace, row.folder) : workspace;
  const env = { ...row.env, ...(row.folder ? await tool.getRegistry() : {}) };
  if (command) tool.expectNoWarnings(await tool.run(command, folder, env, workspace));
  if (!row.site && !row.server) return;
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('response', (response) => {
    const isMissing = response.request().resourceType() === 'script' && response.status() >= 400;
    if (isMissing) problems.push(`${response.url()} answered ${response.status()}`);
  });
  const servers: Server[] = [];
  try {
    if (row.mock) servers.push(await addMockWallet(row.mock, folder));
    const server = await serve(row, folder);
    servers.push(server);
    const { url, output } = server;
    if (firstLoad === undefined) {
      await page.goto(url);
      await use?.(page);
    } else {
      const bytes = await expectWallet(page, `${url}/`, use);
      process.stdout.write(`${name}: first load ${bytes.toLocaleString('en')} bytes\n`);
      expect(bytes).toBeLessThanOrEqual(firstLoad);
    }
    if (row.hasSubpaths) await expectSubpaths(page, `${url}/subpaths.html`);
    tool.expectNoWarnings(output());
  } finally {
    // Also if the page has failed, because they are why.
    expect.soft(problems).toEqual([]);
    await Promise.all(servers.map(({ stop }) => stop()));
  }
}

for (const workspace of workspaces) {
  test.describe(workspace.name, () => {
    // In one worker, because the rows share an install. Other workspaces run beside them.
    test.describe.configure({ mode: 'default', timeout: 300_000 });
    test.use(workspace.isDesktop ? {} : phone);
    if (workspace.skip) test.skip(true, workspace.skip);
    let folder = '';
    test.beforeAll(async ({ packed }) => {
      folder = await tool.install(workspace, packed);
    });
    test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
    for (const row of workspace.rows) {
      test(row.name, { tag: row.isExtra ? '@extra' : [] }, async ({ page }) => {
        const isOffline = row.folder !== undefined && !(await tool.isRegistryReachable());
        test.skip(isOffline, "npm's registry does not answer");
        const checked = check(row, folder, page);
        await (row.fails ? expect(checked).rejects.toThrow(row.fails) : checked);
      });
    }
  });
}
