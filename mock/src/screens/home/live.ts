/** A part of a screen that follows a value, without losing focus, scroll or what the user types. */
export type Live<T> = Readonly<{
  element: HTMLElement;
  update(value: T): void;
}>;

/** Replaces an element's text if it has changed. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Makes `list` show one element for each item, in their order. An item keeps its element as long as its key is the same.
 * If the element with the focus is removed, the list gets the focus, so that the keyboard stays at this place.
 */
export function createLiveList<T>(
  list: HTMLElement,
  { getKey, create }: Readonly<{ getKey(item: T): string; create(item: T): Live<T> }>,
): Live<readonly T[]> {
  const shown = new Map<string, Live<T>>();
  list.tabIndex = -1;

  const remove = (key: string, element: HTMLElement): void => {
    const hadFocus = element.contains(element.ownerDocument.activeElement);
    shown.delete(key);
    element.remove();
    if (hadFocus) list.focus({ preventScroll: true });
  };

  return {
    element: list,
    update(items) {
      const keys = new Set(items.map(getKey));
      for (const [key, { element }] of shown) if (!keys.has(key)) remove(key, element);
      let next = list.firstElementChild;
      for (const item of items) {
        const key = getKey(item);
        const live = shown.get(key) ?? create(item);
        shown.set(key, live);
        live.update(item);
        // An element is moved only if it has to be, because a moved one loses the focus.
        if (live.element === next) next = next.nextElementSibling;
        else list.insertBefore(live.element, next);
      }
    },
  };
}
