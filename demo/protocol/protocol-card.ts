import { createElement } from '../dom.js';
import { createDiagram } from './diagram.js';
import { watchSteps } from './steps.js';

/** Creates the card with all that this page and the wallet have said to each other, as it happens. */
export function createProtocolCard(): HTMLElement {
  const diagram = createDiagram('All that the page and the wallet said');
  const hint = createElement(
    'p',
    { class: 'description' },
    'What goes on behind the buttons appears here: each time the page opens the wallet app, and each message, with its size and time.',
  );
  watchSteps(diagram.add);
  return createElement(
    'section',
    { class: 'card protocol', 'aria-labelledby': 'protocol' },
    createElement('h3', { id: 'protocol' }, 'Between this page and the wallet'),
    hint,
    diagram.element,
  );
}
