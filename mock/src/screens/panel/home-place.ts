/** Key in the session storage of a tab in which the user has hidden or opened the wallet beside the page. */
const KEY = 'mobile-wallet-standard:mock:beside';

/** Whether the wallet is beside wide pages: as the user has chosen in this tab, or else by default. */
export function isHomeBeside(byDefault: boolean): boolean {
  try {
    const choice = sessionStorage.getItem(KEY);
    return choice === null ? byDefault : choice === '1';
  } catch {
    // The browser may forbid the storage.
    return byDefault;
  }
}

/** Keeps the user's choice for as long as the tab is open. */
export function rememberHomeBeside(isBeside: boolean): void {
  try {
    sessionStorage.setItem(KEY, isBeside ? '1' : '0');
  } catch {
    // The choice then lasts until the page is reloaded.
  }
}
