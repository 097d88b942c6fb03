import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { Failure, run, say } from './process.mjs';

/** @typedef {'chromium' | 'firefox' | 'webkit' | 'chromedriver'} Engine A browser, or Chromium's driver */

const require = createRequire(import.meta.url);
const { CI = 'false' } = process.env;
const IS_CI = CI !== '' && CI !== 'false';
const IS_LINUX = process.platform === 'linux';
const IS_ROOT = process.getuid?.() === 0;
/** Whether packages can be installed: by root, and in CI by anybody who may use `sudo` without a password. */
const HAS_APT = IS_LINUX && existsSync('/usr/bin/apt-get') && (IS_ROOT || IS_CI);
const IS_UBUNTU = HAS_APT && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
/** Where WebKitGTK's browser is, by system and architecture; on some systems also its driver. */
const WEBKIT_FOLDERS = ['lib/x86_64-linux-gnu', 'lib/aarch64-linux-gnu', 'libexec', 'lib'].flatMap((folder) =>
  ['4.1', '4.0'].map((version) => `/usr/${folder}/webkit2gtk-${version}`),
);
/**
 * The packages of each, as Debian and Ubuntu name them. Those of Ubuntu for Chromium and Firefox only
 * install snaps: for Chromium there is Playwright's download, for Firefox a repository by Ubuntu's own team.
 */
const BROWSERS = {
  chromium: { title: 'Chromium', packages: IS_UBUNTU ? [] : ['chromium'], find: findChromium },
  firefox: {
    title: 'Firefox',
    packages: ['firefox-esr'],
    repository: IS_UBUNTU ? 'ppa:mozillateam/ppa' : undefined,
    find: findFirefox,
  },
  // The second has the browser.
  webkit: {
    title: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb'],
    find: findWebKit,
  },
  // Debian's brings Chromium of its version. Ubuntu's only installs a snap, but GitHub's machines with Ubuntu
  // have one for their Chrome.
  chromedriver: {
    title: 'Chromedriver',
    packages: IS_UBUNTU ? [] : ['chromium-driver'],
    find: findChromedriver,
  },
};
/** Chromium by the names that it has, and Chrome. */
const CHROMIUMS = ['chromium', 'google-chrome-stable', 'google-chrome', 'chrome'];
const ADVICE = {
  chromium:
    'and could not be installed. Run `npx playwright install --with-deps chromium`, or set MOBILE_WALLET_CHROMIUM to the path of one',
  firefox: 'so its tests are skipped. Install it, or set MOBILE_WALLET_FIREFOX to the path of one',
  webkit: 'so its tests are skipped. They run on Linux only: apt-get install webkit2gtk-driver xvfb',
  chromedriver:
    'for an installed Chromium or Chrome, so Selenium and WebdriverIO are skipped. Install the one of its version: on Debian, apt-get install chromium-driver',
};

/**
 * Returns Playwright's launch options for the Chromium to test with: what `MOBILE_WALLET_CHROMIUM` names,
 * else Playwright's own, else the system's. @returns {Readonly<{ executablePath?: string, channel?: string }>
 * | undefined}
 */
export function findChromium() {
  const own = require('@playwright/test').chromium.executablePath();
  const named = getNamed('MOBILE_WALLET_CHROMIUM');
  // With this channel Playwright starts the full browser, as the others do, and not its headless shell.
  if (!named && isProgram(own)) return { channel: 'chromium' };
  const executablePath = named ?? findOnPath(...CHROMIUMS);
  return executablePath ? { executablePath } : undefined;
}

/** Returns the Firefox to test with: the one that `MOBILE_WALLET_FIREFOX` names, else the system's. */
export function findFirefox() {
  const executablePath = getNamed('MOBILE_WALLET_FIREFOX') ?? findOnPath('firefox-esr', 'firefox');
  return executablePath ? { executablePath } : undefined;
}

/**
 * Returns the programs that test WebKitGTK, if the system has one of each: its driver, its browser, and Xvfb,
 * which shows it.
 */
export function findWebKit() {
  const findBeside = (/** @type {string} */ name) =>
    WEBKIT_FOLDERS.map((folder) => join(folder, name)).find(isProgram);
  const driver = findOnPath('WebKitWebDriver') ?? findBeside('WebKitWebDriver');
  const display = findOnPath('Xvfb');
  const browser = findBeside('MiniBrowser');
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/**
 * Returns Chromedriver, and a browser of its version: it starts no other one.
 * @returns {Readonly<{ driver: string, browser: string }> | undefined}
 */
export function findChromedriver() {
  const driver = findOnPath('chromedriver');
  if (!driver) return undefined;
  const wanted = getMajorVersion(driver);
  const { executablePath } = findChromium() ?? {};
  const browsers = [...(executablePath ? [executablePath] : []), ...listOnPath(...CHROMIUMS)];
  const browser = browsers.find((path) => getMajorVersion(path) === wanted);
  return browser ? { driver, browser } : undefined;
}

/** @param {Engine} engine one that is missing */
export const getAdvice = (engine) => `${BROWSERS[engine].title} was not found, ${ADVICE[engine]}.`;

/**
 * Finds or installs Chromium: Debian's, or else Playwright's. Throws a `Failure` that says what to do if
 * neither can be had.
 */
export async function ensureChromium() {
  if (await ensure('chromium', HAS_APT)) return;
  say("Chromium was not found. Downloading Playwright's …");
  const args = ['install', '--no-shell', ...(HAS_APT ? ['--with-deps'] : []), 'chromium'];
  await run(process.execPath, [require.resolve('@playwright/test/cli'), ...args]);
  if (!(await ensure('chromium', false))) throw new Failure(getAdvice('chromium'));
}

/**
 * Finds browsers and drivers. In CI installs them, never on a developer's machine. Says how to get what is
 * missing. Returns how many are missing that must not be: in CI on Linux, so that a browser cannot go
 * untested unnoticed.
 *
 * @param {...Engine} engines @returns {Promise<number>}
 */
export async function ensureBrowsers(...engines) {
  let missing = 0;
  for (const engine of engines) {
    if (await ensure(engine, IS_CI && HAS_APT)) continue;
    say(getAdvice(engine));
    if (IS_CI && IS_LINUX) missing++;
  }
  return missing;
}

/** @param {Engine} engine @param {boolean} mayInstall */
async function ensure(engine, mayInstall) {
  const { title, packages, find, ...others } = BROWSERS[engine];
  const repository = 'repository' in others ? others.repository : undefined;
  if (!find() && mayInstall && packages.length > 0) {
    say(`${title} was not found. Installing it (apt-get install ${packages.join(' ')}) …`);
    if (repository) await runAsRoot('add-apt-repository', ['-y', repository]);
    await runAsRoot('apt-get', ['update', '-qq']);
    await runAsRoot('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  const found = find();
  if (found) say(`${title}: ${Object.values(found).join(', ')}`);
  return found !== undefined;
}

/** Runs a program as root, with `sudo` where this process is another user's. */
async function runAsRoot(/** @type {string} */ command, /** @type {readonly string[]} */ args) {
  const given = ['DEBIAN_FRONTEND=noninteractive', command, ...args];
  return IS_ROOT ? run('env', given) : run('sudo', ['-n', 'env', ...given]);
}

function getNamed(/** @type {string} */ variable) {
  const path = process.env[variable];
  if (path && !isProgram(path)) throw new Failure(`${variable} is ${path}, which is not a program.`);
  return path || undefined;
}

/** @param {readonly string[]} names of programs, the likeliest first */
const findOnPath = (...names) => listOnPath(...names)[0];

/** @param {readonly string[]} names */
function listOnPath(...names) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'];
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((path) => isProgram(path) && !startsSnap(path));
}

/** Returns the first number of what `--version` prints. @param {string} program */
function getMajorVersion(program) {
  const text = execFileSync(program, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return /\d+/.exec(text)?.[0];
}

function isProgram(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/**
 * Whether a program is a snap, or only starts one, as Ubuntu's /usr/bin/firefox does. A snap cannot read the
 * tests' profiles.
 */
function startsSnap(/** @type {string} */ path) {
  const target = realpathSync(path);
  return /\/snap(\/|$)/.test(target) || readFileSync(target).subarray(0, 4_096).includes('/snap/');
}
