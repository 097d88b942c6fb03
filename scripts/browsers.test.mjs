import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findChromium, findFirefox } from './browsers.mjs';

const folder = mkdtempSync(join(tmpdir(), 'programs-'));

/** @param {string} name @param {string} [script] */
function write(name, script = '#!/bin/sh\n') {
  writeFileSync(join(folder, name), script);
  chmodSync(join(folder, name), 0o755);
  return join(folder, name);
}

afterEach(() => vi.unstubAllEnvs());

describe.skipIf(process.platform === 'win32')('a browser to test with', () => {
  it('is the one that a variable names, and nothing else if that is no program', () => {
    vi.stubEnv('MOBILE_WALLET_CHROMIUM', write('own'));
    expect(findChromium()).toEqual({ executablePath: join(folder, 'own') });
    vi.stubEnv('MOBILE_WALLET_CHROMIUM', join(folder, 'typo'));
    expect(findChromium).toThrow('MOBILE_WALLET_CHROMIUM is');
  });

  it('is the first on PATH that is neither a snap nor starts one', () => {
    vi.stubEnv('PATH', folder);
    write('firefox-esr', '#!/bin/sh\nexec /snap/bin/firefox "$@"\n');
    const path = write('firefox');
    expect(findFirefox()).toEqual({ executablePath: path });
  });
});
