import { findChromium } from '../scripts/chromium.mjs';

/**
 * Returns the launch options for the installed Chromium. If none is installed, Playwright's own error says how to get it.
 * Throws if `MOBILE_WALLET_CHROMIUM` does not name a program.
 */
export function getChromiumOptions(): Readonly<{
  executablePath?: string;
  channel?: string;
  args: string[];
}> {
  return { ...findChromium(), args: ['--disable-quic'] };
}
