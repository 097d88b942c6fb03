import { describe, expect, it } from 'vitest';
import { chooseChromium, getChromiumCandidates } from './chromium.mjs';

/** @param {readonly string[]} paths */
const only =
  (...paths) =>
  (/** @type {string} */ path) =>
    paths.includes(path);

describe('getChromiumCandidates', () => {
  it('on Linux, lists the folders of PATH first, then the usual ones', () => {
    const candidates = getChromiumCandidates('linux', { PATH: '/nix/bin:/usr/bin' });
    expect(candidates[0]).toBe('/nix/bin/chromium');
    expect(candidates).toContain('/usr/bin/google-chrome');
    expect(candidates).toContain('/opt/google/chrome/chrome');
    expect(new Set(candidates).size).toBe(candidates.length);
  });

  it('leaves out snaps and relative folders', () => {
    const candidates = getChromiumCandidates('linux', { PATH: '/snap/bin:.::bin' });
    expect(candidates.filter((path) => !path.startsWith('/') || path.startsWith('/snap'))).toEqual([]);
  });

  it('on macOS, lists the applications of the machine and of the user', () => {
    const candidates = getChromiumCandidates('darwin', { HOME: '/Users/ada' });
    expect(candidates).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    expect(candidates).toContain('/Users/ada/Applications/Chromium.app/Contents/MacOS/Chromium');
  });

  it('on Windows, lists the program folders that the environment names', () => {
    const candidates = getChromiumCandidates('win32', { ProgramFiles: 'C:\\Program Files' });
    expect(candidates).toEqual([
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
    ]);
  });
});

describe('chooseChromium', () => {
  const candidates = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

  it('prefers the path in the environment variable', () => {
    const isProgram = only('/named', '/own', '/usr/bin/chromium');
    const choice = chooseChromium({ named: '/named', own: '/own', candidates, isProgram });
    expect(choice).toEqual({ executablePath: '/named' });
  });

  it('throws if that path is not a program, instead of choosing another', () => {
    const choose = () => chooseChromium({ named: '/typo', own: '/own', candidates, isProgram: only('/own') });
    expect(choose).toThrow('MOBILE_WALLET_CHROMIUM is /typo');
  });

  it("prefers Playwright's own to the system's", () => {
    const isProgram = only('/own', '/usr/bin/chromium');
    expect(chooseChromium({ own: '/own', candidates, isProgram })).toEqual({ channel: 'chromium' });
  });

  it('returns the first candidate that is a program', () => {
    const isProgram = only('/usr/bin/google-chrome');
    const choice = chooseChromium({ own: '/own', candidates, isProgram });
    expect(choice).toEqual({ executablePath: '/usr/bin/google-chrome' });
  });

  it('returns nothing if no candidate exists', () => {
    expect(chooseChromium({ own: '/own', candidates, isProgram: only() })).toBeUndefined();
  });
});
