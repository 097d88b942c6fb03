import { findChromium } from '../scripts/chromium.mjs';

/**
 * Options to launch the installed Chromium with. Where there is none, Playwright's own message tells how to get it.
 * Throws where `MOBILE_WALLET_CHROMIUM` names no program.
 */
export function getChromiumOptions(): Readonly<{
  executablePath?: string;
  channel?: string;
  args: string[];
}> {
  return { ...findChromium(), args: ['--disable-quic'] };
}
