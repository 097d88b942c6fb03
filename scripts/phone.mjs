import { writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import basicSsl from '@vitejs/plugin-basic-ssl';
import { renderUnicodeCompact } from 'uqr';
import { build, preview } from 'vite';
import { ensureBuild, ensureDependencies } from './ensure.mjs';
import { Failure, root, run, runMain, say } from './process.mjs';

// Serves the demo's page /check for a phone, and writes the report that it sends. `npm run phone` serves https on the network;
// `npm run phone -- --adb` serves plain localhost, which `adb reverse` makes the phone's own.

const MAX_REPORT_BYTES = 4_000_000;
const CERTIFICATE = `The browser warns of the certificate, because it was made here and nobody has signed it: choose “Advanced”, then
“Proceed”. Without https, a page at a network address has no WebCrypto, and no wallet can be reached.`;

/** Returns the first address of this machine in a network; `undefined` without one. */
export function findAddress() {
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

/**
 * Builds the demo for wallet apps, and serves it: with `host`, by https at this address of the network; otherwise by plain http on
 * localhost. Reports are written into `folder`.
 *
 * @param {Readonly<{ port: number, host?: string | undefined, folder: string }>} options
 */
export async function servePhone({ port, host, folder }) {
  const outDir = join(root, '.cache/phone', host ?? 'localhost');
  const configFile = join(root, 'demo/vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir } });
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    root,
    appType: 'mpa',
    plugins: [takeReports(folder), ...(host === undefined ? [] : [basicSsl({ domains: [host] })])],
    build: { outDir },
    preview: { port, strictPort: true, host: host ?? 'localhost' },
  });
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address());
  const url = `${host === undefined ? 'http://localhost' : `https://${host}`}:${own}/check/`;
  return { url, close: () => server.close() };
}

/** Writes each report that is posted to `/report` into a file, prints its path, and answers with it. @returns {import('vite').Plugin} */
function takeReports(/** @type {string} */ folder) {
  return {
    name: 'take reports',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use('/report', async (request, response, next) => {
        if (request.method !== 'POST') return next();
        try {
          const { origin, host, 'content-length': length } = request.headers;
          // Any page of the browser could post here.
          if (origin && new URL(origin).host !== host) throw new Error('The report is from another page');
          if (!(Number(length) <= MAX_REPORT_BYTES)) throw new Error('The report is too long');
          const report = JSON.parse(await text(request));
          if (report?.report !== 'mobile-wallet-standard/phone') throw new Error('This is no report');
          const path = join(folder, `phone-report-${new Date().toISOString().replace(/\W/g, '-')}.json`);
          writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`, { flag: 'wx' });
          say(`Report: ${path}`);
          return response.end(path);
        } catch (error) {
          return response.writeHead(400).end(error instanceof Error ? error.message : '');
        }
      }),
  };
}

/** @param {readonly string[]} args */
async function main(args) {
  const { adb, port } = parseArgs({
    args: [...args],
    options: { adb: { type: 'boolean' }, port: { type: 'string', default: '8443' } },
  }).values;
  const host = adb ? undefined : findAddress();
  if (!adb && !host)
    throw new Failure('This machine is in no network. Connect a cable, and use: npm run phone -- --adb');
  await ensureDependencies();
  await ensureBuild();
  if (adb && (await run('adb', ['reverse', `tcp:${port}`, `tcp:${port}`])) !== 0)
    throw new Failure(
      'adb did not reach the phone: `adb devices` must list it. See docs/guides/check-a-phone.md.',
    );
  const { url } = await servePhone({ port: Number(port), host, folder: root });
  say(`\n${renderUnicodeCompact(url)}\n\nOpen this on the phone: ${url}`);
  if (host) say(CERTIFICATE);
  say('The page sends its report to this terminal. Ctrl-C ends.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
