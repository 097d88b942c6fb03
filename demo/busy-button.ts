import { createElement } from './dom.js';

export type BusyButton = Readonly<{
  element: HTMLButtonElement;
  /** Shows a spinner and what the button waits for; with `undefined`, shows its own label again. */
  setBusy(label: string | undefined): void;
  isBusy(): boolean;
}>;

/**
 * Creates a button that can be busy. A busy button keeps the focus, which a disabled one would lose, and therefore
 * still fires clicks: listeners must check `isBusy`.
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
