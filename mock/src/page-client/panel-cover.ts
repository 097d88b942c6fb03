import type { MockAccount } from '../accounts.js';
import { shortenAddress } from '../number-text.js';

/** What the panel itself shows while the approval page cannot: that the wallet starts, why it did not, or its rest. */
export type PanelCover = Readonly<{
  element: HTMLElement;
  showStarting(): void;
  showFailure(reason: string): void;
  /** Shows the wallet between visits, with its accounts. */
  showRest(accounts: readonly MockAccount[]): void;
}>;

/** Makes the cover; `close` is called when the person presses its ×. */
export function createPanelCover(close: () => void): PanelCover {
  const button = createElement('button', 'leave');
  button.type = 'button';
  button.setAttribute('aria-label', 'Leave the wallet');
  button.addEventListener('click', close);
  const header = createElement('header', '', createElement('span', 'brand', 'Mock wallet'), button);
  const content = createElement('div', 'content');
  content.setAttribute('role', 'status');
  const show = (canLeave: boolean, ...children: readonly HTMLElement[]): void => {
    button.hidden = !canLeave;
    content.replaceChildren(...children);
  };
  return {
    element: createElement('div', 'cover', header, content),
    showStarting() {
      show(true, createElement('span', 'spinner'), createElement('p', 'quiet', 'Starting…'));
    },
    showFailure(reason) {
      show(
        true,
        createElement('p', 'title', 'The mock wallet could not start'),
        createElement(
          'p',
          'quiet',
          'Nothing was asked and nothing was signed. Close this, and try again when the page has stopped waiting.',
        ),
        createElement('p', 'reason', reason),
      );
    },
    showRest(accounts) {
      const rows = accounts.map(({ address, label }) => {
        const row = createElement(
          'li',
          '',
          createElement('bdi', 'label', label),
          createElement('code', '', shortenAddress(address)),
        );
        row.title = address;
        return row;
      });
      show(
        false,
        createElement('p', 'title', 'Ready'),
        createElement('p', 'quiet', 'Connect on the page: what it asks of this wallet appears here.'),
        createElement('ul', 'accounts', ...rows),
      );
    },
  };
}

function createElement<TTag extends keyof HTMLElementTagNameMap>(
  tag: TTag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[TTag] {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
