import type { LaunchCatcherOptions } from '../page-client/launch-catcher.js';
import { MOUNT } from './paths.js';

const ASSETS = `${MOUNT}/assets`;

/** The approval page. Its script creates all its content. */
export const APPROVAL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Mock wallet</title>
<link rel="icon" href="data:,">
<script type="module" src="${MOUNT}/approval/main.js"></script>
</head>
<body></body>
</html>
`;

/**
 * Headers that allow the approval page to load nothing from other origins but the dapp's icon, and only pages of
 * this server to embed it. Cross-origin isolated pages block frames without an embedder policy.
 */
export const APPROVAL_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src http: https: data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'Cross-Origin-Embedder-Policy': 'credentialless',
  'Referrer-Policy': 'no-referrer',
} as const;

/** The approval page's script. */
export const APPROVAL_SCRIPT = `import { showApprovals } from '${ASSETS}/approval-page.js';\nshowApprovals();\n`;

/** Returns the script that is injected into the dapp's pages. */
export function createClientScript(clientOptions: Omit<LaunchCatcherOptions, 'mount'>): string {
  const options: LaunchCatcherOptions = { mount: MOUNT, ...clientOptions };
  return `import { catchLaunches } from '${ASSETS}/page-client.js';\ncatchLaunches(${JSON.stringify(options)});\n`;
}
