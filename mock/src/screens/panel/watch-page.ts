/** How long to wait after a change, because pages change often. */
const DELAY_MS = 150;
const EVENTS = ['scroll', 'resize', 'load', 'toggle', 'close', 'transitionend', 'animationend'];

/**
 * Calls `look` soon after anything that may have changed what the page shows, in the document and in the
 * roots that the last call has returned.
 */
export function watchPage(look: () => Promise<readonly Node[]>): void {
  let isWaiting = false;
  const soon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(async () => {
      isWaiting = false;
      (await look()).forEach(observe);
    }, DELAY_MS);
  };
  const observer = new MutationObserver(soon);
  const observe = (root: Node): void =>
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['open', 'hidden', 'class'] });
  for (const type of EVENTS) addEventListener(type, soon, { capture: true, passive: true });
  observe(document);
  soon();
}
