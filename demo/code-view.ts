import { createCopyButton } from './copy-button.js';
import { createElement } from './dom.js';
import { createSummary } from './outcome.js';

/**
 * Creates the lines of code that do what a card does, closed at first.
 *
 * @param title the card's title
 * @param code the text of a file in `snippets`
 */
export function createCodeView(title: string, code: string): HTMLElement {
  const text = code.trim();
  return createElement(
    'details',
    { class: 'code-view' },
    createSummary('The code'),
    createElement(
      'div',
      { class: 'code-box' },
      createElement('pre', { tabindex: '0', role: 'region', 'aria-label': `The code: ${title}` }, text),
      createCopyButton(text, 'the code'),
    ),
  );
}
