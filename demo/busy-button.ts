import { createElement } from './dom.js';

export type BusyButton = Readonly<{
  element: HTMLButtonElement;
  /** Shows a spinner and what the button waits for; `undefined` ends it. */
  setBusy(label: string | undefined): void;
  isBusy(): boolean;
}>;

/**
 * Makes a button that can wait. While it does it keeps the focus and says so, rather than being disabled;
 * whoever listens to it asks `isBusy` first.
 */
export function createBusyButton(label: string, attributes: Readonly<Record<string, string>>): BusyButton {
  const text = createElement('span', {}, label);
  const spinner = createElement('span', { class: 'spinner', 'aria-hidden': 'true' });
  const element = createElement('button', { type: 'button', ...attributes }, text);
  let isBusy = false;
  return {
    element,
    isBusy: () => isBusy,
    setBusy(busyLabel) {
      isBusy = busyLabel !== undefined;
      text.textContent = busyLabel ?? label;
      if (isBusy) {
        element.prepend(spinner);
        element.setAttribute('aria-disabled', 'true');
      } else {
        spinner.remove();
        element.removeAttribute('aria-disabled');
      }
    },
  };
}
