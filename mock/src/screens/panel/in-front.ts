/** Closes the dialog, whether it is shown as a popover or as a modal dialog. */
export function close(dialog: HTMLDialogElement): void {
  if (dialog.matches(':popover-open')) dialog.hidePopover();
  if (dialog.open) dialog.close();
}

/**
 * Whether the panel is the topmost element at its own centre. It is not if it is inert or covered. While the panel is
 * still outside of the window, there is no element, and it counts as in front.
 */
export function isInFront(host: Element, dialog: HTMLDialogElement): boolean {
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return found === null || found === host;
}

/** Whether a dialog of the page was opened, closed or removed, as far as the page can see. */
export function concernsDialog({ target, removedNodes }: MutationRecord): boolean {
  return [target, ...removedNodes].some(
    (node) => node instanceof Element && node.matches('dialog, mobile-wallet-dialog'),
  );
}
