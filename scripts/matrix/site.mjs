import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the files of a folder as they are, while `use` runs with the URL.
 *
 * @template T
 * @param {string} folder
 * @param {(url: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withSite(folder, use) {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const path = normalize(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname));
    const file = await readFile(join(folder, path)).catch(() => undefined);
    const type = Object.entries(TYPES).find(([extension]) => extension === extname(path))?.[1];
    response.writeHead(file ? 200 : 404, { 'Content-Type': type ?? 'text/plain' }).end(file);
  });
  /** @type {Promise<void>} */
  const listening = new Promise((resolve) => server.listen(0, 'localhost', resolve));
  await listening;
  try {
    const address = server.address();
    return await use(`http://localhost:${typeof address === 'object' ? address?.port : ''}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
