import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { getNpm, root } from '../scripts/process.mjs';

/** The site must work in any folder. */
const FOLDER = '/some/folder';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Builds the demo as a static site, for which the hook that calls this gets time, and serves it like any
 * plain web server: files, and the index of a folder.
 */
export async function startDemoSite(): Promise<Readonly<{ url: string; close(): Promise<void> }>> {
  test.setTimeout(180_000);
  // A folder of its own, because several workers build it at the same time.
  const site = await mkdtemp(join(tmpdir(), 'demo-site-'));
  const [command, args] = getNpm(['run', '--silent', 'build:demo', '--', '--outDir', site]);
  await promisify(execFile)(command, [...args], { cwd: root });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = join(site, path.slice(FOLDER.length));
    if (!path.startsWith(`${FOLDER}/`) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    return createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}${FOLDER}/`,
    async close() {
      server.close();
      await rm(site, { recursive: true });
    },
  };
}
