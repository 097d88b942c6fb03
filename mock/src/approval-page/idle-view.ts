import { createElement } from './element.js';

/** Shows that nothing waits for the person, and why. */
export function createIdleView(text: string, hint?: string): HTMLElement {
  return createElement('div', { class: 'idle', role: 'status' }, [
    createElement('span', { class: 'idle-mark', 'aria-hidden': 'true' }),
    createElement('p', { class: 'idle-text' }, [text]),
    ...(hint === undefined ? [] : [createElement('p', { class: 'quiet' }, [hint])]),
  ]);
}
