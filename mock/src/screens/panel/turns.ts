/**
 * Lets the user move between the resting phone and a modal dialog of the page, beside which everything else
 * is inert: whichever the pointer is over takes clicks and keys. Without such a dialog, this does nothing.
 *
 * @param dialog the phone, which is shown, but not modal
 */
export function takeTurns(host: HTMLElement, dialog: HTMLDialogElement, isResting: () => boolean): void {
  let focused: Element | null = null;
  const turn = ({ clientX, clientY }: PointerEvent): void => {
    if (!isResting()) return;
    const isModal = dialog.matches(':modal');
    const isOver = contains(dialog, clientX, clientY);
    if (isOver === isModal) return;
    if (isModal) {
      focused = host.shadowRoot?.activeElement ?? null;
      dialog.close();
      dialog.open = true;
    } else if (isBackdrop(document, clientX, clientY)) {
      dialog.close();
      dialog.showModal();
      if (focused instanceof HTMLElement) focused.focus();
    }
  };
  for (const type of ['pointermove', 'pointerdown'] as const) addEventListener(type, turn, true);
}

/** Whether the place shows the backdrop of a modal dialog of the page. */
function isBackdrop(root: DocumentOrShadowRoot, x: number, y: number): boolean {
  const found = root.elementFromPoint(x, y);
  if (found?.shadowRoot) return isBackdrop(found.shadowRoot, x, y);
  return found instanceof HTMLDialogElement && found.matches(':modal') && !contains(found, x, y);
}

function contains(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
