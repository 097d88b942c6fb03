import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './build.mjs';
import { ensureDependencies } from './install.mjs';
import { Failure, root, runMain, say } from './process.mjs';

const USAGE = `Usage: npm run demo -- [--port <number>] [--host <address>]
       npm run build:demo -- [--out <folder>]`;
const configFile = join(root, 'demo/vite.config.ts');

/**
 * Returns the values of options.
 *
 * @param {readonly string[]} args
 * @param {...string} names the options that there are
 */
function readOptions(args, ...names) {
  const options = Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ('string') }]));
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

/** Ends this process when npm's shell has ended, because the shell does not pass on a signal that npm receives. */
function endWithNpm() {
  const { npm_lifecycle_event: script } = process.env;
  const parent = process.ppid;
  if (script === 'demo') setInterval(() => process.ppid === parent || process.exit(), 500).unref();
}

/** Imports Vite only now, because it may have been installed by this command. */
async function ensureVite() {
  await ensureDependencies();
  await ensureBuild();
  return import('vite');
}

/** @param {readonly string[]} args */
async function buildSite(args) {
  const { out = 'dist-demo' } = readOptions(args, 'out');
  const outDir = resolve(out);
  const { build } = await ensureVite();
  await build({ configFile, mode: 'page', build: { outDir } });
  say(`The demo is in ${outDir}. Copy it to any folder of any web server, with https: or on localhost.`);
}

/** @param {readonly string[]} args */
async function serve(args) {
  const { port, host } = readOptions(args, 'port', 'host');
  if (!(Number(port ?? 0) >= 0)) throw new Failure(`${port} is not a port number.\n${USAGE}`);
  const { createServer } = await ensureVite();
  endWithNpm();
  // Without a port, Vite takes the first free one from 5173 on.
  const fixed = port === undefined ? {} : { port: Number(port), strictPort: true };
  const server = await createServer({
    configFile,
    logLevel: 'warn',
    server: { ...fixed, ...(host === undefined ? {} : { host }) },
  });
  await server.listen().catch((error) => {
    throw new Failure(`${error.message}. Try another --port or --host.`);
  });
  const { local = [], network = [] } = server.resolvedUrls ?? {};
  const [url, ...others] = [...local, ...network];
  say(`Demo ready: ${url}${others.length > 0 ? ` (also ${others.join(' ')})` : ''}`);
}

await runMain(([command, ...args]) => (command === 'build' ? buildSite(args) : serve(args)));
