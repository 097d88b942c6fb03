import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A page on localhost, with a script of its own. */
export type ScriptPage = Readonly<{ url: string; close(): void }>;

/**
 * Bundles `entry` (a path relative to this folder) and serves it as the script of a page at `/`, beside other
 * documents by their paths.
 */
export async function serveScript(
  entry: string,
  documents: Readonly<Record<string, string>> = {},
): Promise<ScriptPage> {
  const files: Readonly<Record<string, string>> = {
    ...documents,
    '/': '<!doctype html><script type="module" src="/page.js"></script>',
    '/page.js': await bundle(fileURLToPath(new URL(entry, import.meta.url))),
  };
  const server = createServer(({ url = '' }, response) => {
    const file = files[url];
    response.setHeader('Content-Type', url.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.writeHead(file === undefined ? 404 : 200).end(file);
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

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] } },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error(`Vite gave no bundle of ${entry}`);
  return output.output[0].code;
}
