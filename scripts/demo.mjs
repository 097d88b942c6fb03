import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { describeError, Failure, root, say } from './process.mjs';

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
    if (port !== undefined && !(port >= 0 && port <= 65_535)) throw new Error(`${values.port} is not a port`);
    return { port, host: values.host };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`${reason}\nUsage: npm run demo -- [--port <number>] [--host <address>]`);
  }
}

/**
 * Starts the dev server of the demo page. A port that was asked for must be free; otherwise the next free one
 * from Vite's usual 5173 is taken.
 *
 * @param {Options} options
 * @returns {Promise<readonly string[]>} its URLs, this machine's own first
 */
async function startServer({ port, host }) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: join(root, 'demo'),
    configFile: join(root, 'vite.config.ts'),
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

/** Ends this process once npm's shell is gone: the shell does not hand a signal to npm on to it. */
function endWithNpm() {
  const { npm_lifecycle_event: script } = process.env;
  const parent = process.ppid;
  if (script === 'demo') setInterval(() => process.ppid === parent || process.exit(), 500).unref();
}

async function main() {
  const options = parseOptions(process.argv.slice(2));
  await ensureDependencies();
  await ensureBuild();
  endWithNpm();
  const [url, ...others] = await startServer(options);
  say(`Demo ready: ${url}${others.length > 0 ? ` (also ${others.join(' ')})` : ''}`);
}

await main().catch((error) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
});
