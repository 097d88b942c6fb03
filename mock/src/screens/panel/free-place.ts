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
/** What is looked at, besides texts. */
const PICTURES = 'img, svg, svg *, canvas, picture';

/** Which places are tried first: columns of the window, and from which end. */
export type Wish = Readonly<{
  columns: readonly ('left' | 'center' | 'right')[];
  from: 'top' | 'bottom';
  /**
   * Whether whatever has a place on the page is avoided, too, even if it is empty, and the element stays in a
   * place where it covers nothing to press.
   */
  isCareful: boolean;
}>;

/**
 * Puts an element where it covers nothing that can be pressed, read or looked at, as far as scripts can look
 * into the page: in the first such place, or else in the one that covers least, first of all of what can be
 * pressed. Its style sheet needs classes for the columns, and reads `--bottom`.
 */
export function putInFreePlace(host: HTMLElement, { columns, from, isCareful }: Wish): void {
  if (isCareful && host.className && !coversPressable(host)) return;
  const put = (column: string, bottom: number): void => {
    host.className = column;
    host.style.setProperty('--bottom', `${bottom}px`);
  };
  const room = Math.max(0, innerHeight - host.offsetHeight - 2 * MARGIN);
  let least = Number.POSITIVE_INFINITY;
  let best = (): void => {};
  for (const column of columns) {
    put(column, MARGIN);
    // Where it would be follows from that, because to put it there would take the browser a layout each time.
    const { x, y, width, height } = host.getBoundingClientRect();
    for (let offset = 0; offset <= room && least > 0; offset += ROW) {
      const bottom = MARGIN + (from === 'bottom' ? offset : room - offset);
      const cost = getCost(host, new DOMRect(x, y + MARGIN - bottom, width, height), isCareful, least);
      if (cost >= least) continue;
      least = cost;
      best = () => put(column, bottom);
    }
  }
  best();
}

function coversPressable(host: Element): boolean {
  return getCost(host, host.getBoundingClientRect(), false, PRESSABLE_COST) >= PRESSABLE_COST;
}

/** Returns what it costs to cover this box, or any number from `limit` on if it is no less. */
function getCost(host: Element, box: DOMRect, isCareful: boolean, limit: number): number {
  const { left, top, right, bottom } = box;
  const isRead = new Map<Element, boolean>();
  let cost = 0;
  for (let y = top; y < bottom + STEP; y += STEP) {
    for (let x = left; x < right + STEP; x += STEP) {
      if (cost >= limit) return cost;
      const element = findBelow(document, host, Math.min(x, right - 1), Math.min(y, bottom - 1));
      if (!element) continue;
      if (isPressable(element)) cost += PRESSABLE_COST;
      else if (isCareful) cost += element.matches('html, body, dialog') ? 0 : 1;
      else {
        const known = isRead.get(element) ?? isReadable(element, box);
        isRead.set(element, known);
        if (known) cost++;
      }
    }
  }
  return cost;
}

/** Returns the topmost element at a point apart from `host`, also inside of open shadow roots. */
function findBelow(root: DocumentOrShadowRoot, host: Element, x: number, y: number): Element | undefined {
  // To find all elements takes the browser much longer.
  const top = root.elementFromPoint(x, y);
  const found = top === host ? root.elementsFromPoint(x, y).find((element) => element !== host) : top;
  // A shadow root without anything at this point returns its own host.
  const isNew = found?.shadowRoot !== root;
  const inner = isNew && found?.shadowRoot && findBelow(found.shadowRoot, host, x, y);
  return inner && inner.getRootNode() === found.shadowRoot ? inner : (found ?? undefined);
}

function isPressable(element: Element): boolean {
  return element.closest(PRESSABLE) !== null || getComputedStyle(element).cursor === 'pointer';
}

/** Whether a picture, or a text of this very element, is inside of a box. */
function isReadable(element: Element, box: DOMRect): boolean {
  if (element.matches(PICTURES)) return true;
  const isInside = ({ left, top, right, bottom }: DOMRect): boolean =>
    left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  return Array.from(element.childNodes).some((node) => {
    if (!(node instanceof Text) || node.data.trim() === '') return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return Array.from(range.getClientRects()).some(isInside);
  });
}
