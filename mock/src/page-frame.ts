/**
 * The document in the panel of a mock wallet in a page.
 *
 * @module
 */

import { connectToSharedHost } from './install/page-wallet/shared-host.js';
import { showApprovals } from './screens/approval/main.js';
import { showHome } from './screens/home/main.js';

/**
 * Shows in this document the mock wallet of the page that embeds it: its requests for approval where the URL
 * names a page (`?page=`), otherwise the wallet's own screens.
 *
 * @throws Error when the embedding page has no mock wallet, or is of another origin
 */
export function showWalletFrame(): void {
  const host = connectToSharedHost();
  if (new URLSearchParams(location.search).has('page')) showApprovals(host);
  else showHome(host);
}
