import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { build } from 'vite';

/** A page on localhost with its own script. */
export type ScriptPage = Readonly<{ url: string; close(): void }>;

/**
 * Bundles `entry` (a path relative to this folder) and serves it as the script of a page at `/`. Also serves
 * `documents` by their paths. All responses have the given headers.
 */
export async function serveScript(
  entry: string,
  documents: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ScriptPage> {
  return serveFiles({ ...documents, ...(await bundle(entry)) }, headers);
}

/**
 * Serves files by their paths: `.js` files as scripts, all others as pages, with the given headers. The body
 * of a POST is passed to `onPost`, whose error is the response.
 */
export async function serveFiles(
  files: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  onPost?: (body: string) => void | Promise<void>,
): Promise<ScriptPage> {
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    if (method === 'POST' && onPost) {
      const posted = text(request).then(onPost);
      posted.then(
        () => response.writeHead(204).end(),
        (error) => response.writeHead(500).end(String(error)),
      );
      return;
    }
    const file = files[url];
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.writeHead(file === undefined ? 404 : 200, headers).end(file);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Opens something while the tests of a file, or of a `describe`, run, and closes it after them. The returned
 * object gets its members only then, because files are also loaded to list their tests.
 */
export function useResource<T extends Readonly<{ close(): unknown }>>(open: () => Promise<T>): T {
  const resource: Partial<T> = {};
  test.beforeAll(async () => {
    // With their getters, because some members change.
    Object.defineProperties(resource, Object.getOwnPropertyDescriptors(await open()));
  });
  test.afterAll(() => resource.close?.());
  return resource as T;
}

/** Returns the URL of a page whose script reads `input` from the fragment, as JSON. */
export function withInput(url: string, input: object): string {
  return `${url}/#${encodeURIComponent(JSON.stringify(input))}`;
}

type Files = Readonly<Record<string, string>>;

/** What this worker has bundled, because that takes longer than most tests. */
const bundled = new Map<string, Promise<Files>>();

/**
 * Bundles `entry` (a path relative to this folder). Returns a page and its scripts by their paths. Each
 * dynamic import is a separate script.
 */
export function bundle(entry: string): Promise<Files> {
  const files = bundled.get(entry) ?? buildFiles(entry);
  bundled.set(entry, files);
  return files;
}

async function buildFiles(entry: string): Promise<Files> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), formats: ['es'] } },
  });
  const [built] = Array.isArray(result) ? result : [result];
  if (!built || !('output' in built)) throw new Error(`Vite returned no bundle of ${entry}`);
  const scripts = built.output.flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const page = `<!doctype html><body><script type="module" src="/${scripts[0]?.fileName}"></script>`;
  return { '/': page, ...Object.fromEntries(scripts.map(({ fileName, code }) => [`/${fileName}`, code])) };
}
