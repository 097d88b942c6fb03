/** What can be pressed, besides what the page gives the pointer of a link. */
const PRESSABLE = [
  'a[href], button, input, select, textarea, summary, label, iframe, video, audio, [contenteditable], [onclick]',
  '[role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=radio], [role^=menuitem], [role=option]',
].join();
/** From the window's edges, in pixels. */
const MARGIN = 12;
/** Between two places. */
const ROW = 20;
/** Between the points where the page is looked at. Nothing that can be pressed is smaller. */
const STEP = 16;
const PRESSABLE_COST = 1000;

/** Which places are tried first: columns of the window, and from which end. */
export type Wish = Readonly<{
  columns: readonly ('left' | 'center' | 'right')[];
  from: 'top' | 'bottom';
  /**
   * Whether texts and pictures are avoided, too, and the element stays in a place where it covers nothing to
   * press.
   */
  isCareful: boolean;
}>;

/**
 * Puts an element where it covers nothing that can be pressed, as far as scripts can look into the page: in
 * the first such place, or else in the one that covers least. Its style sheet needs classes for the columns,
 * and reads `--bottom`.
 */
export function putInFreePlace(host: HTMLElement, { columns, from, isCareful }: Wish): void {
  if (isCareful && host.className && getCost(host, false) === 0) return;
  const put = (column: string, bottom: number): void => {
    host.className = column;
    host.style.setProperty('--bottom', `${bottom}px`);
  };
  const room = Math.max(0, innerHeight - host.offsetHeight - 2 * MARGIN);
  let least = Number.POSITIVE_INFINITY;
  let best = (): void => {};
  for (const column of columns) {
    for (let offset = 0; offset <= room && least > 0; offset += ROW) {
      const bottom = MARGIN + (from === 'bottom' ? offset : room - offset);
      put(column, bottom);
      const cost = getCost(host, isCareful);
      if (cost >= least) continue;
      least = cost;
      best = () => put(column, bottom);
    }
  }
  best();
}

function getCost(host: Element, isCareful: boolean): number {
  const { left, top, right, bottom } = host.getBoundingClientRect();
  let cost = 0;
  for (let y = top; y < bottom + STEP; y += STEP) {
    for (let x = left; x < right + STEP; x += STEP) {
      const element = findBelow(document, host, Math.min(x, right - 1), Math.min(y, bottom - 1));
      if (!element) continue;
      if (isPressable(element)) cost += PRESSABLE_COST;
      else if (isCareful && !element.matches('html, body, dialog')) cost++;
    }
  }
  return cost;
}

/** Returns the topmost element at a point apart from `host`, also inside of open shadow roots. */
function findBelow(root: DocumentOrShadowRoot, host: Element, x: number, y: number): Element | undefined {
  const found = root.elementsFromPoint(x, y).find((element) => element !== host);
  const inner = found?.shadowRoot && findBelow(found.shadowRoot, host, x, y);
  return inner && inner.getRootNode() === found?.shadowRoot ? inner : found;
}

function isPressable(element: Element): boolean {
  return element.closest(PRESSABLE) !== null || getComputedStyle(element).cursor === 'pointer';
}
