import { describe, expect, it } from 'vitest';
import {
  chooseFirefox,
  chooseWebKit,
  getAdvice,
  getFirefoxCandidates,
  getWebKitCandidates,
  mayInstall,
} from './browsers.mjs';

/** @param {readonly string[]} paths */
const only =
  (...paths) =>
  (/** @type {string} */ path) =>
    paths.includes(path);

describe('getFirefoxCandidates', () => {
  it('on Linux, lists the folders of PATH first, and prefers the extended support release', () => {
    const candidates = getFirefoxCandidates('linux', { PATH: '/nix/bin:/snap/bin' });
    expect(candidates.slice(0, 3)).toEqual([
      '/nix/bin/firefox-esr',
      '/nix/bin/firefox',
      '/usr/bin/firefox-esr',
    ]);
    expect(candidates.filter((path) => path.startsWith('/snap/'))).toEqual([]);
  });

  it('on macOS, lists the applications of the machine and of the user', () => {
    expect(getFirefoxCandidates('darwin', { HOME: '/Users/ada' })).toEqual([
      '/Applications/Firefox.app/Contents/MacOS/firefox',
      '/Users/ada/Applications/Firefox.app/Contents/MacOS/firefox',
    ]);
  });

  it('on Windows, lists the program folder that the environment names', () => {
    expect(getFirefoxCandidates('win32', { ProgramFiles: 'C:\\Program Files' })).toEqual([
      'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
    ]);
    expect(getFirefoxCandidates('win32', {})).toEqual([]);
  });
});

describe('chooseFirefox', () => {
  const candidates = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

  it('prefers the path in the environment variable', () => {
    const isProgram = only('/named', '/usr/bin/firefox');
    expect(chooseFirefox({ named: '/named', candidates, isProgram })).toBe('/named');
  });

  it('throws if that path is not a program, instead of choosing another', () => {
    const choose = () => chooseFirefox({ named: '/typo', candidates, isProgram: only('/usr/bin/firefox') });
    expect(choose).toThrow('MOBILE_WALLET_FIREFOX is /typo');
  });

  it('returns the first candidate that is a program, if there is one', () => {
    expect(chooseFirefox({ candidates, isProgram: only('/usr/bin/firefox') })).toBe('/usr/bin/firefox');
    expect(chooseFirefox({ candidates, isProgram: only() })).toBeUndefined();
  });
});

describe('chooseWebKit', () => {
  const candidates = getWebKitCandidates({ PATH: '/usr/bin' });
  const driver = '/usr/bin/WebKitWebDriver';
  const display = '/usr/bin/Xvfb';

  it('finds the browser of Debian on both architectures, and that of other systems', () => {
    for (const browser of [
      '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
      '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
    ]) {
      const chosen = chooseWebKit(candidates, only(driver, display, browser));
      expect(chosen).toEqual({ driver, display, browser });
    }
  });

  it('returns nothing if one of the programs is missing', () => {
    const browser = '/usr/libexec/webkit2gtk-4.1/MiniBrowser';
    expect(chooseWebKit(candidates, only(driver, browser))).toBeUndefined();
    expect(chooseWebKit(candidates, only(driver, display))).toBeUndefined();
    expect(chooseWebKit(candidates, only(browser, display))).toBeUndefined();
  });
});

describe('a missing browser', () => {
  it('is installed in CI where packages can be installed, and nowhere else', () => {
    expect(mayInstall({ CI: 'true' }, true)).toBe(true);
    expect(mayInstall({ CI: 'true' }, false)).toBe(false);
    expect(mayInstall({ CI: 'false' }, true)).toBe(false);
    expect(mayInstall({ CI: '' }, true)).toBe(false);
    expect(mayInstall({}, true)).toBe(false);
  });

  it('is named together with the way to install it', () => {
    expect(getAdvice('firefox', 'linux')).toContain('Firefox was not found');
    expect(getAdvice('firefox', 'linux')).toContain('apt-get install firefox-esr');
    expect(getAdvice('firefox', 'darwin')).toContain('set MOBILE_WALLET_FIREFOX');
    expect(getAdvice('webkit', 'linux')).toContain('apt-get install webkit2gtk-driver xvfb');
    expect(getAdvice('webkit', 'win32')).toContain('run on Linux only');
  });
});
