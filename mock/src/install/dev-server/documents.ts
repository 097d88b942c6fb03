import { PLAYED_APPS, PLAYED_PHONE } from 'mobile-wallet-standard/endpoint';
import { LOOPBACK_HOST } from '../../chain/cluster-request.js';
import { COMMON_ADDRESS } from '../../phone/wallet-apps.js';
import { BROWSER_FRAME } from '../../screens/panel/browser-frame.js';
import type { LaunchCatcherOptions } from '../../screens/panel/launch-catcher.js';
import type { PhoneKind } from '../../wallet/settings.js';
import { CLIENT_PATH, MOUNT } from './paths.js';

/** The page that asks for approval. With no dapp's page in its URL, it plays a wallet on another device. */
export const APPROVAL_PAGE = createPage('approval', 'approval-page', 'showApprovals');
/** The page with the wallet's own screens. */
export const HOME_PAGE = createPage('home', 'home', 'showHome');

/** The origins of this machine's own pages, for a content security policy, which knows no IPv6 addresses. */
const LOOPBACK_SOURCES = ['localhost', '*.localhost', '127.0.0.1'].flatMap((host) => [
  `http://${host}:*`,
  `https://${host}:*`,
]);

/**
 * Returns the headers of the wallet's pages, which only pages of this server, or of any on this machine, may
 * embed.
 */
export function getPageHeaders(isForLoopbackPages: boolean): Readonly<Record<string, string>> {
  const ancestors = ["'self'", ...(isForLoopbackPages ? LOOPBACK_SOURCES : [])].join(' ');
  // Nothing comes from other origins but the dapp's icon. Cross-origin isolated pages block frames without
  // these policies.
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; script-src 'self'; connect-src 'self'; img-src http: https: data:; " +
      `base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
    'Cross-Origin-Embedder-Policy': 'credentialless',
    'Referrer-Policy': 'no-referrer',
    ...(isForLoopbackPages && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
  };
}

/**
 * Returns the script for the dapp's pages, perhaps of another origin. On a page that another device has
 * loaded, and in the wallet's own pages, it does nothing. In the browser of a wallet app, it registers the
 * wallet, and nothing else. `address` is its own, for a runner that gives its text to pages.
 */
export function createClientScript(
  clientOptions: Omit<LaunchCatcherOptions, 'mount' | 'hasApps'>,
  phone: PhoneKind,
  address: string,
): string {
  const hasApps = phone === 'android-apps';
  // A classic script, to say before the dapp's own scripts, even async ones, that there is a phone. It keeps
  // early launches.
  return `(() => {
  if (!${LOOPBACK_HOST}.test(location.hostname)) return;
  const script = new URL(document.currentScript?.src || ${JSON.stringify(address)}, location.href);
  const mount = new URL('.', script).href.slice(0, -1);
  // A runner gives the script to all frames.
  if (location.href.startsWith(mount + '/')) return;
  const isInWallet = window.name.startsWith('${BROWSER_FRAME}') && parent !== window;
  // A test may have said so before.
  globalThis[Symbol.for('${PLAYED_PHONE}')] ??= isInWallet ? 'wallet-browser' : ${phone === 'iphone' ? "'ios'" : 'true'};
  ${hasApps ? `if (!isInWallet) globalThis[Symbol.for('${PLAYED_APPS}')] ??= true;` : ''}
  if (isInWallet) {
    const { href } = new URL('assets/wallet-browser.js', script);
    // The parser waits for it, so that the wallet is there before the dapp looks for one.
    document.write('<script src="' + href + '"></' + 'script>');
    // It writes nothing if the page has loaded this script late.
    if (!document.querySelector('script[src="' + href + '"]'))
      document.head.append(Object.assign(document.createElement('script'), { src: href }));
    return;
  }
  const early = [];
  const keep = (event) => {
    if (!event.cancelable || !${COMMON_ADDRESS}.test(event.destination.url)) return;
    event.preventDefault();
    early.push(event.destination.url);
  };
  globalThis.navigation?.addEventListener('navigate', keep);
  // The panel needs the body, which the parser may not have reached.
  const body = new Promise((resolve) => {
    const look = () => document.body && resolve(observer.disconnect());
    const observer = new MutationObserver(look);
    // Of the document, because a runner's script runs before there is an element.
    observer.observe(document, { childList: true, subtree: true });
    look();
  });
  const client = import(new URL('assets/page-client.js', script).href);
  Promise.all([client, body]).then(([{ catchLaunches }]) => {
    globalThis.navigation?.removeEventListener('navigate', keep);
    catchLaunches({ ...${JSON.stringify({ ...clientOptions, hasApps })}, mount });
    for (const uri of early) location.assign(uri);
  });
})();
`;
}

/**
 * Returns the tag by which a page loads the client: of this server, or of another one if there is an
 * `origin`.
 */
export function getClientTag(origin = ''): string {
  return `<script src="${origin}${CLIENT_PATH}"></script>`;
}

/** Returns a document and its script `<name>.js`, which calls what a built file exports. */
function createPage(name: string, file: string, show: string) {
  const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Mock wallet</title>
<link rel="icon" href="data:,">
<script type="module" src="${MOUNT}/${name}.js"></script>
</head>
<body></body>
</html>
`;
  const script = `import { createServerHost } from './assets/server-host.js';
import { ${show} } from './assets/${file}.js';
${show}(createServerHost('${MOUNT}'));
`;
  return { document, script };
}
