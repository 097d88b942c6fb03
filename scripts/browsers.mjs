import { readFileSync, realpathSync } from 'node:fs';
import { win32 } from 'node:path';
import { canInstallPackages, getPathCandidates, installPackages, isProgram } from './packages.mjs';
import { Failure, say } from './process.mjs';

const override = 'MOBILE_WALLET_FIREFOX';

/**
 * @typedef {Readonly<Record<string, string | undefined>>} Environment
 * @typedef {Readonly<{ driver: string, browser: string, display: string }>} WebKit
 *   The paths of WebKitWebDriver, of WebKitGTK's MiniBrowser, and of Xvfb, which shows it.
 * @typedef {'firefox' | 'webkit'} Optional a browser that is tested where it is installed
 */

/** @type {Readonly<Record<Optional, Readonly<{ title: string, packages: readonly string[], find: () => unknown }>>>} */
const BROWSERS = {
  firefox: { title: 'Firefox', packages: ['firefox-esr'], find: findFirefox },
  webkit: { title: 'WebKitGTK', packages: ['webkit2gtk-driver', 'xvfb'], find: findWebKit },
};

/**
 * Lists the paths where the system may have Firefox, the likeliest first.
 *
 * @param {NodeJS.Platform} platform
 * @param {Environment} env
 * @returns {readonly string[]}
 */
export function getFirefoxCandidates(platform, env) {
  const { HOME = '', ProgramFiles } = env;
  if (platform === 'darwin') {
    return ['', HOME].map((home) => `${home}/Applications/Firefox.app/Contents/MacOS/firefox`);
  }
  if (platform === 'win32') {
    return ProgramFiles ? [win32.join(ProgramFiles, 'Mozilla Firefox', 'firefox.exe')] : [];
  }
  return getPathCandidates(['firefox-esr', 'firefox'], env);
}

/**
 * Lists the paths where a Linux system may have each program that drives WebKitGTK, the likeliest first.
 *
 * @param {Environment} env
 * @returns {Readonly<Record<keyof WebKit, readonly string[]>>}
 */
export function getWebKitCandidates(env) {
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib'];
  return {
    driver: getPathCandidates(['WebKitWebDriver'], env),
    browser: folders.flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((version) => `${folder}/${version}/MiniBrowser`),
    ),
    display: getPathCandidates(['Xvfb'], env),
  };
}

/**
 * Returns the Firefox to test with: the one that `MOBILE_WALLET_FIREFOX` names, else the first candidate that exists.
 * Throws a `Failure` if the variable does not name a program.
 *
 * @param {Readonly<{
 *   named?: string | undefined, // the path in MOBILE_WALLET_FIREFOX
 *   candidates: readonly string[],
 *   isProgram: (path: string) => boolean,
 * }>} choice
 * @returns {string | undefined}
 */
export function chooseFirefox({ named, candidates, isProgram }) {
  if (!named) return candidates.find(isProgram);
  if (isProgram(named)) return named;
  throw new Failure(`${override} is ${named}, which is not a program. Correct it, or unset it.`);
}

/**
 * Returns the programs to test WebKitGTK with, if there is one of each.
 *
 * @param {Readonly<Record<keyof WebKit, readonly string[]>>} candidates
 * @param {(path: string) => boolean} isProgram
 * @returns {WebKit | undefined}
 */
export function chooseWebKit(candidates, isProgram) {
  const driver = candidates.driver.find(isProgram);
  const browser = candidates.browser.find(isProgram);
  const display = candidates.display.find(isProgram);
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/**
 * Returns the installed Firefox, if there is one. Throws as `chooseFirefox` does.
 *
 * @returns {string | undefined}
 */
export function findFirefox() {
  return chooseFirefox({
    named: process.env[override],
    candidates: getFirefoxCandidates(process.platform, process.env),
    isProgram: (path) => isProgram(path) && !startsSnap(path),
  });
}

/**
 * Returns the installed programs to test WebKitGTK with, if there are any.
 *
 * @returns {WebKit | undefined}
 */
export function findWebKit() {
  return process.platform === 'linux' ? chooseWebKit(getWebKitCandidates(process.env), isProgram) : undefined;
}

/**
 * Says that a browser is missing, and how it can be installed.
 *
 * @param {Optional} name
 * @param {NodeJS.Platform} [platform]
 */
export function getAdvice(name, platform = process.platform) {
  const { title, packages } = BROWSERS[name];
  const intro = `${title} was not found, so its tests are skipped.`;
  if (platform === 'linux') return `${intro} To run them, install it: apt-get install ${packages.join(' ')}`;
  return name === 'firefox'
    ? `${intro} To run them, install it, or set ${override} to the path of one.`
    : `${intro} They run on Linux only.`;
}

/**
 * Whether to install missing browsers without being asked: only in CI, never on a developer's machine.
 *
 * @param {Environment} env
 * @param {boolean} canInstall whether this process may install packages
 */
export function mayInstall({ CI }, canInstall) {
  return canInstall && Boolean(CI) && CI !== 'false';
}

/** Finds or installs Firefox and WebKitGTK. Prints what it does, and how to install those that are missing. */
export async function ensureBrowsers() {
  for (const name of /** @type {const} */ (['firefox', 'webkit'])) {
    const { title, packages, find } = BROWSERS[name];
    if (!find() && mayInstall(process.env, canInstallPackages())) {
      say(`${title} was not found. Installing it (apt-get install ${packages.join(' ')}) …`);
      await installPackages(packages);
    }
    const found = find();
    say(
      found
        ? `${title}: ${typeof found === 'string' ? found : Object.values(found).join(', ')}`
        : getAdvice(name),
    );
  }
}

/**
 * Whether a program only starts a snap, as Ubuntu's /usr/bin/firefox does. A snap cannot read the tests' profile folders.
 *
 * @param {string} path
 */
function startsSnap(path) {
  const target = realpathSync(path);
  return target.endsWith('/snap') || readFileSync(target).subarray(0, 4_096).includes('/snap/');
}
