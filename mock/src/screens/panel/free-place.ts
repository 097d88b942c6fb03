/** A place at the window's edges, as CSS lengths. */
export type FloatingPlace = Readonly<{ left: string; right: string; bottom: string }>;

/** What can be pressed, besides what has a pointer. */
const PRESSABLE =
  'a[href], button, input, select, textarea, summary, label, iframe, video, audio, [contenteditable], [onclick], [role=button], [role=link], [role=tab], [role=switch], [role=checkbox], [role=radio], [role^=menuitem], [role=option], [role=slider], [tabindex="0"]';
/** Nothing that can be pressed is smaller. */
const STEP = 12;
/** From the window's edges, and between two places. */
const MARGIN = 12;
/** What covers nothing but text costs less than one thing that can be pressed. */
const PRESSABLE_COST = 1000;

/**
 * Puts an element where it covers nothing that can be pressed, as far as scripts can look into the page: the first such of
 * the places, or else the one that covers least. `isCarefulWithText`: it also avoids texts and pictures if it can.
 */
export function putInFreePlace(
  host: HTMLElement,
  places: readonly FloatingPlace[],
  isCarefulWithText = false,
): void {
  let best: Readonly<{ place: FloatingPlace; cost: number }> | undefined;
  for (const place of places) {
    put(host, place);
    const cost = getCost(host, isCarefulWithText);
    if (!best || cost < best.cost) best = { place, cost };
    if (cost === 0) break;
  }
  if (best) put(host, best.place);
}

/** Returns the places of the columns, from the lower end of the window up, or down from the upper one. */
export function getPlaces(
  { offsetHeight }: HTMLElement,
  columns: readonly Readonly<Pick<FloatingPlace, 'left' | 'right'>>[],
  from: 'top' | 'bottom',
): FloatingPlace[] {
  const places: FloatingPlace[] = [];
  for (const column of columns) {
    const rows: FloatingPlace[] = [];
    for (let bottom = MARGIN; bottom + offsetHeight + MARGIN <= innerHeight; bottom += STEP) {
      rows.push({ ...column, bottom: `${bottom}px` });
    }
    places.push(...(from === 'top' ? rows.reverse() : rows));
  }
  return places;
}

function put(host: HTMLElement, { left, right, bottom }: FloatingPlace): void {
  host.classList.add('is-placed');
  for (const [name, value] of Object.entries({ left, right, bottom })) {
    if (host.style.getPropertyValue(`--${name}`) !== value) host.style.setProperty(`--${name}`, value);
  }
}

function getCost(host: Element, isCarefulWithText: boolean): number {
  const { left, top, right, bottom } = host.getBoundingClientRect();
  let cost = 0;
  for (let y = top; y < bottom + STEP; y += STEP) {
    for (let x = left; x < right + STEP; x += STEP) {
      const element = findBelow(document, host, Math.min(x, right - 1), Math.min(y, bottom - 1));
      if (!element) continue;
      if (isPressable(element)) cost += PRESSABLE_COST;
      else if (isCarefulWithText && !element.matches('html, body, dialog')) cost++;
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
