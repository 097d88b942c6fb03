import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { posix, win32 } from 'node:path';
import { Failure, run, say } from './process.mjs';

const require = createRequire(import.meta.url);
const override = 'MOBILE_WALLET_CHROMIUM';

/**
 * @typedef {Readonly<{ executablePath?: string, channel?: string }>} Chromium
 *   What Playwright's launch options need in order to start it.
 * @typedef {Readonly<Record<string, string | undefined>>} Environment
 */

/**
 * Lists where a Chromium or Chrome of the system may be, the likeliest first.
 *
 * @param {NodeJS.Platform} platform
 * @param {Environment} env
 * @returns {readonly string[]}
 */
export function getChromiumCandidates(platform, env) {
  const { HOME = '', PATH = '' } = env;
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
  // Snap's Chromium (and Ubuntu's chromium-browser, which starts it) cannot see Playwright's temporary profile.
  const folders = [...PATH.split(':'), '/usr/bin', '/usr/local/bin', '/opt/google/chrome'];
  return [...new Set(folders)]
    .filter((folder) => folder.startsWith('/') && !folder.startsWith('/snap/'))
    .flatMap((folder) =>
      ['chromium', 'google-chrome-stable', 'google-chrome', 'chrome'].map((name) => posix.join(folder, name)),
    );
}

/**
 * Chooses the Chromium to test with: the one that `MOBILE_WALLET_CHROMIUM` names, else Playwright's own, else the
 * first candidate that exists. Throws a `Failure` where the variable names no program.
 *
 * @param {Readonly<{
 *   named?: string | undefined, // the variable's value, a path
 *   own?: string | undefined, // where Playwright keeps its own
 *   candidates: readonly string[],
 *   isProgram: (path: string) => boolean,
 * }>} choice
 * @returns {Chromium | undefined}
 */
export function chooseChromium({ named, own, candidates, isProgram }) {
  if (named) {
    if (isProgram(named)) return { executablePath: named };
    throw new Failure(`${override} is ${named}, which is not a program: correct it, or unset it.`);
  }
  // The channel makes headless mode the full browser's own, as in every other branch, not the headless shell's.
  if (own && isProgram(own)) return { channel: 'chromium' };
  const executablePath = candidates.find(isProgram);
  return executablePath ? { executablePath } : undefined;
}

/**
 * Finds a Chromium that is installed; installs nothing. Throws as `chooseChromium` does.
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
 * Finds a Chromium, or installs one: Playwright's own where its download host answers, else Debian's package where
 * this process may install it. Says what it does. Throws a `Failure` that says what to do where none can be had.
 *
 * @returns {Promise<Chromium>}
 */
export async function ensureChromium() {
  const found = findChromium() ?? (await downloadChromium()) ?? (await installPackage());
  if (!found) {
    throw new Failure(
      'No Chromium or Chrome was found, and none could be installed. Install one, or run ' +
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
  say(`No Chromium found: downloading Playwright's from ${host} …`);
  const libraries = canInstallPackages() ? ['--with-deps'] : [];
  const args = [getPlaywrightCli(), 'install', '--no-shell', ...libraries, 'chromium'];
  const code = await run(process.execPath, args, { silenceLimit: 60_000 });
  if (code !== 0) say('The download failed.');
  return findChromium();
}

/** @returns {Promise<Chromium | undefined>} */
async function installPackage() {
  if (!canInstallPackages()) return undefined;
  say("No Chromium found: installing the system's package (apt-get install chromium) …");
  const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update', '-qq'], options);
  const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  if ((await run('apt-get', args, options)) !== 0) say('apt-get failed.');
  return findChromium();
}

/**
 * Asks Playwright where it would download from, and that host whether it answers: without this, an offline machine
 * waits for five attempts. A proxy is taken at its word, because `fetch` does not go through it.
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
    say(`Playwright's download host ${host} answers ${response.status}.`);
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

function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && isProgram('/usr/bin/apt-get');
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
