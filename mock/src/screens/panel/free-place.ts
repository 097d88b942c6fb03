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
const COLUMNS = ['center', 'left', 'right'] as const;

/**
 * Docks an element at the lower edge of the window, or on what can be pressed there and cannot be scrolled
 * away, such as a bar of the page. Nothing else moves it. Its style sheet reads `--bottom`.
 */
export function dock(host: HTMLElement): void {
  const { x, width, height } = host.getBoundingClientRect();
  let bottom = 0;
  for (;;) {
    const box = new DOMRect(x, innerHeight - bottom - height, width, height);
    const stuck = [...findAll(host, box)].find(
      (element) => isPressable(element) && !canScrollAway(element, box.top),
    );
    if (!stuck) break;
    bottom = innerHeight - stuck.getBoundingClientRect().top;
    // What is so high is no bar.
    if (bottom > innerHeight / 2) bottom = 0;
    if (bottom === 0) break;
  }
  host.style.setProperty('--bottom', `${bottom}px`);
}

/** Whether scrolling can bring the lower edge of an element above this height of the window. */
function canScrollAway(element: Element, height: number): boolean {
  const needed = element.getBoundingClientRect().bottom - height;
  for (let at: Element | undefined = element; at; at = getParent(at)) {
    const { position, overflowY } = getComputedStyle(at);
    if (position === 'fixed' || position === 'sticky') return false;
    const isScroller = at === document.scrollingElement || /auto|scroll/.test(overflowY);
    if (isScroller && at.scrollHeight - at.clientHeight - at.scrollTop >= needed) return true;
  }
  return false;
}

function getParent(element: Element): Element | undefined {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
}

/**
 * Puts an element where it covers nothing that can be pressed and nothing else of the page, as far as scripts
 * can look into it: in the first such place, or else in the one that covers least, first of all of what can
 * be pressed. It stays in a place where it covers nothing to press. Its style sheet needs classes for the
 * columns, and reads `--bottom`.
 */
export function putInFreePlace(host: HTMLElement): void {
  if (host.className && getCost(host, host.getBoundingClientRect(), PRESSABLE_COST) < PRESSABLE_COST) return;
  const put = (column: string, bottom: number): void => {
    host.className = column;
    host.style.setProperty('--bottom', `${bottom}px`);
  };
  const room = Math.max(0, innerHeight - host.offsetHeight - 2 * MARGIN);
  let least = Number.POSITIVE_INFINITY;
  let best = (): void => {};
  for (const column of COLUMNS) {
    put(column, MARGIN);
    // Where it would be follows from that, because to put it there would take the browser a layout each time.
    const { x, y, width, height } = host.getBoundingClientRect();
    for (let offset = 0; offset <= room && least > 0; offset += ROW) {
      const bottom = MARGIN + room - offset;
      const cost = getCost(host, new DOMRect(x, y + MARGIN - bottom, width, height), least);
      if (cost >= least) continue;
      least = cost;
      best = () => put(column, bottom);
    }
  }
  best();
}

/** Returns what it costs to cover this box, or any number from `limit` on if it is no less. */
function getCost(host: Element, box: DOMRect, limit: number): number {
  let cost = 0;
  for (const element of findAll(host, box)) {
    if (isPressable(element)) cost += PRESSABLE_COST;
    else if (!element.matches('html, body, dialog')) cost++;
    if (cost >= limit) break;
  }
  return cost;
}

/** Returns the topmost elements at the points of a box apart from `host`, one for each point. */
function* findAll(host: Element, { left, top, right, bottom }: DOMRect): Generator<Element> {
  for (let y = top; y < bottom + STEP; y += STEP) {
    for (let x = left; x < right + STEP; x += STEP) {
      const element = findBelow(document, host, Math.min(x, right - 1), Math.min(y, bottom - 1));
      if (element) yield element;
    }
  }
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
