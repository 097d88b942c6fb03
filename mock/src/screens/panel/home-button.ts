import { createElement } from '../view.js';
import css from './home-button.css?inline';

/** The button that opens the wallet where there is no room for it beside the page, or where the user has hidden it. */
export type HomeButton = Readonly<{
  button: HTMLButtonElement;
  setShown(isShown: boolean): void;
}>;

/** Creates the button, which is not on the page yet. */
export function createHomeButton(open: () => void): HomeButton {
  const host = document.createElement('mobile-wallet-button');
  const root = host.attachShadow({ mode: 'open' });
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  root.adoptedStyleSheets = [styleSheet];
  const button = createElement('button', { type: 'button' }, ['Mock wallet']);
  button.addEventListener('click', open);
  root.append(button);
  return {
    button,
    setShown(isShown) {
      if (!isShown) host.remove();
      else if (!host.isConnected) document.body.append(host);
    },
  };
}
