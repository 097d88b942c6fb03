import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { Failure, root, runMain, say } from './process.mjs';

/** @typedef {Readonly<{ port?: number | undefined, host?: string | undefined }>} Options */

/**
 * @param {readonly string[]} args
 * @returns {Options}
 */
function parseOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, host: { type: 'string' } },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(port >= 0 && port <= 65_535))
      throw new Error(`${values.port} is not a port number`);
    return { port, host: values.host };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${reason}\nUsage: npm run demo -- [--port <number>] [--host <address>]`);
  }
}

/**
 * Starts the demo's dev server and returns its URLs, those for this machine first. The port of the options must be
 * free. Without one, Vite takes the first free port from 5173 on.
 *
 * @param {Options} options
 * @returns {Promise<readonly string[]>}
 */
async function startServer({ port, host }) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: join(root, 'demo'),
    configFile: join(root, 'demo/vite.config.ts'),
    logLevel: 'warn',
    server: {
      ...(port === undefined ? {} : { port, strictPort: true }),
      ...(host === undefined ? {} : { host }),
    },
  });
  await server.listen().catch((error) => {
    throw new Failure(`${error.message}. Try another --port or --host.`);
  });
  const { local = [], network = [] } = server.resolvedUrls ?? {};
  return [...local, ...network];
}

/** Ends this process when npm's shell has ended, because the shell does not pass on a signal that npm receives. */
function endWithNpm() {
  const { npm_lifecycle_event: script } = process.env;
  const parent = process.ppid;
  if (script === 'demo') setInterval(() => process.ppid === parent || process.exit(), 500).unref();
}

await runMain(async (args) => {
  const options = parseOptions(args);
  await ensureDependencies();
  await ensureBuild();
  endWithNpm();
  const [url, ...others] = await startServer(options);
  say(`Demo ready: ${url}${others.length > 0 ? ` (also ${others.join(' ')})` : ''}`);
});
