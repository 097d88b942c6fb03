/**
 * The document in the panel of a mock wallet in a page.
 *
 * @module
 */
import { showApprovals } from './approval-page/main.js';
import { showHome } from './home/main.js';
import { getSharedHost } from './page-wallet/shared-host.js';

/**
 * Shows in this document the mock wallet of the page that embeds it: its requests for approval where the URL names a page
 * (`?page=`), otherwise the wallet's own screens.
 *
 * @throws Error when the embedding page has no mock wallet, or is of another origin
 */
export function showWalletFrame(): void {
  const host = getSharedHost();
  if (new URLSearchParams(location.search).has('page')) showApprovals(host);
  else showHome(host);
}
