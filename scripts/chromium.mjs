import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { win32 } from 'node:path';
import { canInstallPackages, getPathCandidates, installPackages, isProgram } from './packages.mjs';
import { Failure, run, say } from './process.mjs';

const require = createRequire(import.meta.url);
const override = 'MOBILE_WALLET_CHROMIUM';

/**
 * @typedef {Readonly<{ executablePath?: string, channel?: string }>} Chromium
 *   Playwright's launch options for this browser.
 * @typedef {Readonly<Record<string, string | undefined>>} Environment
 */

/**
 * Lists the paths where the system may have Chromium or Chrome, the likeliest first.
 *
 * @param {NodeJS.Platform} platform
 * @param {Environment} env
 * @returns {readonly string[]}
 */
export function getChromiumCandidates(platform, env) {
  const { HOME = '' } = env;
  if (platform === 'darwin') {
    return ['', HOME].flatMap((home) =>
      ['Google Chrome', 'Chromium'].map((name) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`),
    );
  }
  if (platform === 'win32') {
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) =>
      ['Google\\Chrome', 'Chromium'].flatMap((folder) =>
        env[name] ? win32.join(env[name], folder, 'Application', 'chrome.exe') : [],
      ),
    );
  }
  const names = ['chromium', 'google-chrome-stable', 'google-chrome', 'chrome'];
  return getPathCandidates(names, env, ['/opt/google/chrome']);
}

/**
 * Returns the Chromium to test with: the one that `MOBILE_WALLET_CHROMIUM` names, else Playwright's own, else the first
 * candidate that exists. Throws a `Failure` if the variable does not name a program.
 *
 * @param {Readonly<{
 *   named?: string | undefined, // the path in MOBILE_WALLET_CHROMIUM
 *   own?: string | undefined, // the path of Playwright's own Chromium
 *   candidates: readonly string[],
 *   isProgram: (path: string) => boolean,
 * }>} choice
 * @returns {Chromium | undefined}
 */
export function chooseChromium({ named, own, candidates, isProgram }) {
  if (named) {
    if (isProgram(named)) return { executablePath: named };
    throw new Failure(`${override} is ${named}, which is not a program. Correct it, or unset it.`);
  }
  // With this channel Playwright starts the full browser, as the other branches do, and not its headless shell.
  if (own && isProgram(own)) return { channel: 'chromium' };
  const executablePath = candidates.find(isProgram);
  return executablePath ? { executablePath } : undefined;
}

/**
 * Returns the installed Chromium to test with, if there is one. Throws as `chooseChromium` does.
 *
 * @returns {Chromium | undefined}
 */
export function findChromium() {
  return chooseChromium({
    named: process.env[override],
    own: getPlaywrightChromium(),
    candidates: getChromiumCandidates(process.platform, process.env),
    isProgram,
  });
}

/**
 * Returns the installed Chromium, or installs one: Playwright's own if its download host answers, else Debian's package
 * if this process may install packages. Prints what it does. Throws a `Failure` that says what to do if both fail.
 *
 * @returns {Promise<Chromium>}
 */
export async function ensureChromium() {
  const found = findChromium() ?? (await downloadChromium()) ?? (await installPackage());
  if (!found) {
    throw new Failure(
      'Chromium or Chrome was not found and could not be installed. Install one, or run ' +
        `\`npx playwright install --with-deps chromium\`, or set ${override} to the path of one.`,
    );
  }
  say(`Chromium: ${found.executablePath ?? getPlaywrightChromium()}`);
  return found;
}

/** @returns {Promise<Chromium | undefined>} */
async function downloadChromium() {
  const host = await getDownloadHost();
  if (!host) return undefined;
  say(`Chromium was not found. Downloading Playwright's from ${host} …`);
  const libraries = canInstallPackages() ? ['--with-deps'] : [];
  const args = [getPlaywrightCli(), 'install', '--no-shell', ...libraries, 'chromium'];
  const code = await run(process.execPath, args, { silenceLimitMs: 60_000 });
  if (code !== 0) say('The download failed.');
  return findChromium();
}

/** @returns {Promise<Chromium | undefined>} */
async function installPackage() {
  if (!canInstallPackages()) return undefined;
  say("Chromium was not found. Installing the system's package (apt-get install chromium) …");
  await installPackages(['chromium']);
  return findChromium();
}

/**
 * Returns the host that Playwright would download from, if that host answers. Without this check, Playwright makes five
 * slow attempts on an offline machine. Behind a proxy the host is not checked, because `fetch` does not use the proxy.
 *
 * @returns {Promise<string | undefined>}
 */
async function getDownloadHost() {
  const args = [getPlaywrightCli(), 'install', '--dry-run', '--no-shell', 'chromium'];
  const plan = spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
  const url = /https?:\/\/\S+/.exec(plan)?.[0];
  if (!url) return undefined;
  const { host } = new URL(url);
  const { HTTPS_PROXY, https_proxy } = process.env;
  if (HTTPS_PROXY ?? https_proxy) return host;
  try {
    const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(5_000) });
    if (response.ok) return host;
    say(`Playwright's download host ${host} answered ${response.status}.`);
  } catch {
    say(`Playwright's download host ${host} cannot be reached.`);
  }
  return undefined;
}

function getPlaywrightCli() {
  return require.resolve('@playwright/test/cli');
}

/** @returns {string | undefined} */
function getPlaywrightChromium() {
  try {
    return require('@playwright/test').chromium.executablePath();
  } catch {
    return undefined;
  }
}
