import { randomBytes } from 'node:crypto';
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

// Serves the demo's page /check for a phone, and writes the report that it sends. `npm run phone` serves
// https on the network; `npm run phone -- --adb` serves plain localhost, which `adb reverse` makes the
// phone's own.

const MAX_REPORT_BYTES = 256 * 1024;
/** A phone sends one, or a few. */
const MAX_REPORTS = 20;
const CERTIFICATE = `The browser warns of the certificate, because it was made here and nobody has signed it: choose “Advanced”, then
“Proceed”. Without https, a page at a network address has no WebCrypto, and no wallet can be reached.`;

/** Returns the first address of this machine in a network; `undefined` without one. */
export function findAddress() {
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
}

/**
 * Builds the demo for wallet apps, and serves it: with `host`, by https at this address of the network;
 * otherwise by plain http on localhost. Reports are written into `folder`.
 *
 * @param {Readonly<{ port: number, host?: string | undefined, folder: string }>} options
 */
export async function servePhone({ port, host, folder }) {
  const outDir = join(root, '.cache/phone', host ?? 'localhost');
  const configFile = join(root, 'demo/vite.config.ts');
  const token = randomBytes(16).toString('base64url');
  await build({ configFile, logLevel: 'warn', plugins: [writeToken(token)], build: { outDir } });
  const server = await preview({
    configFile: false,
    logLevel: 'warn',
    root,
    appType: 'mpa',
    plugins: [
      refuseOtherHosts(host ?? 'localhost'),
      takeReports(folder, token),
      ...(host === undefined ? [] : [basicSsl({ domains: [host] })]),
    ],
    build: { outDir },
    preview: { port, strictPort: true, host: host ?? 'localhost' },
  });
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.httpServer.address());
  const url = `${host === undefined ? 'http://localhost' : `https://${host}`}:${own}/check/`;
  return { url, close: () => server.close() };
}

/** Tells the page the token with which it may send reports. @returns {import('vite').Plugin} */
function writeToken(/** @type {string} */ token) {
  return {
    name: 'write token',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'report-token', content: token } }],
  };
}

/**
 * Answers no request for another host name: a foreign page may make its own name resolve to this machine, and
 * could then read the token. Vite checks names only without https.
 *
 * @returns {import('vite').Plugin}
 */
function refuseOtherHosts(/** @type {string} */ hostname) {
  return {
    name: 'refuse other hosts',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        if (URL.parse(`http://${getHost(request)}`)?.hostname === hostname) return next();
        response.writeHead(403).end('This host name is not the one that was printed.');
      }),
  };
}

/** Returns the host of a request, which HTTP/2 calls its authority. */
function getHost(/** @type {import('node:http').IncomingMessage} */ { headers }) {
  return headers[':authority'] ?? headers.host;
}

/**
 * Writes each report that the page posts to `/report` into a file, prints its path, and answers with its
 * name.
 *
 * @returns {import('vite').Plugin}
 */
function takeReports(/** @type {string} */ folder, /** @type {string} */ token) {
  let taken = 0;
  /** Returns why a request is refused before it is read, if it is. */
  const refuse = (/** @type {import('node:http').IncomingMessage} */ { headers }) => {
    if (headers['x-report-token'] !== token) return 'Reload this page, and send the report again.';
    if (!(Number(headers['content-length']) <= MAX_REPORT_BYTES))
      return 'The report has more than 256 KB: copy it instead.';
    return taken < MAX_REPORTS ? undefined : 'This computer has taken enough reports: start it again.';
  };
  return {
    name: 'take reports',
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use('/report', async (request, response, next) => {
        if (request.method !== 'POST') return next();
        const refusal = refuse(request);
        if (refusal) return response.writeHead(403).end(refusal);
        // Before the report is read, so that many at a time do not pass.
        taken++;
        const report = parseReport(await text(request).catch(() => ''));
        if (!report) return response.writeHead(400).end('This is no report.');
        const name = `phone-report-${new Date().toISOString().replace(/\W/g, '-')}.json`;
        try {
          writeFileSync(join(folder, name), `${JSON.stringify(report, undefined, 2)}\n`, { flag: 'wx' });
        } catch (error) {
          say(`The report could not be written: ${error}`);
          return response.writeHead(500).end('It could not be written: see the computer.');
        }
        say(`Report: ${join(folder, name)}`);
        response.end(name);
      }),
  };
}

/** Returns the report that a text is, or `undefined`. */
function parseReport(/** @type {string} */ json) {
  try {
    const report = JSON.parse(json);
    return report?.report === 'mobile-wallet-standard/phone' ? report : undefined;
  } catch {
    return undefined;
  }
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
      'adb did not reach the phone: `adb devices` must list it. See docs/guides/real-phone.md.',
    );
  const { url } = await servePhone({ port: Number(port), host, folder: root });
  say(`\n${renderUnicodeCompact(url)}\n\nOpen this on the phone: ${url}`);
  if (host) say(CERTIFICATE);
  say('The page sends its report to this terminal. Ctrl-C ends.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runMain(main);
