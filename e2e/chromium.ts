import { findChromium } from '../scripts/browsers.mjs';

/**
 * What Playwright disables itself, because only the last list counts, and the list below Chromium's address
 * bar: a page of its own in each window, which took as much of the processor as the page under test.
 */
const DISABLED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/**
 * Returns the launch options for the installed Chromium. If none is installed, Playwright's own error says
 * how to get it. Throws if `MOBILE_WALLET_CHROMIUM` does not name a program.
 */
export function getChromiumOptions(): Readonly<{
  executablePath?: string;
  channel?: string;
  args: string[];
}> {
  return { ...findChromium(), args: ['--disable-quic', `--disable-features=${DISABLED}`] };
}
