/** What the panel itself shows while the approval page cannot: that the wallet starts, or why it did not. */
export type PanelCover = Readonly<{
  element: HTMLElement;
  showStarting(): void;
  showFailure(reason: string): void;
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
  return {
    element: createElement('div', 'cover', header, content),
    showStarting() {
      content.replaceChildren(createElement('span', 'spinner'), createElement('p', 'quiet', 'Starting…'));
    },
    showFailure(reason) {
      content.replaceChildren(
        createElement('p', 'title', 'The mock wallet could not start'),
        createElement(
          'p',
          'quiet',
          'Nothing was asked and nothing was signed. Close this, and try again when the page has stopped waiting.',
        ),
        createElement('p', 'reason', reason),
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
