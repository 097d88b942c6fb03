import { isWebShell, type PLAYED_APPS } from '../../../util/surroundings.js';
import { CHROME_ON_ANDROID } from '../../environment.js';

/** A copy of the constant, so that the first load need not have it. */
const PLAYED: typeof PLAYED_APPS = 'mobile-wallet-standard:phone-apps';

/** What Chromium says of itself. */
type Agent = Readonly<{
  platform?: string;
  userAgent?: string;
  userAgentData?: Readonly<{ platform?: string; brands?: readonly Readonly<{ brand: string }>[] }>;
}>;

/**
 * Whether this page can open a wallet app by its package. Chromium on Android can, by what it says of itself,
 * on a desktop site by `navigator.platform` alone; other browsers may replace the page. In a WebView, its app
 * decides what becomes of such an address. A page that plays a phone with several wallet apps can, too.
 */
export function canChooseApp(): boolean {
  if ((globalThis as Playing)[Symbol.for(PLAYED)] === true) return true;
  const { userAgent = '', platform, userAgentData: data } = (globalThis.navigator ?? {}) as Agent;
  const hasBrand = (name: string): boolean => data?.brands?.some(({ brand }) => brand === name) === true;
  const isWebView =
    isWebShell() || hasBrand('Android WebView') || /; wv\)|Version\/\S+ Chrome\//.test(userAgent);
  const isAndroid = data?.platform === 'Android' || platform === CHROME_ON_ANDROID;
  return isAndroid && hasBrand('Chromium') && !isWebView;
}

type Playing = { [key: symbol]: unknown };
