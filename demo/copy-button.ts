import { createElement } from './dom.js';
import { createIcon } from './icons.js';

const SHOWN_FOR_MS = 2_000;

/** Creates a small button that copies `text`. `name` is what the text is, e.g. `address`. */
export function createCopyButton(text: string, name: string): HTMLElement {
  const button = createElement('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${name}` });
  const announcement = createElement('span', { class: 'visually-hidden', role: 'status' });
  const show = (icon: 'copy' | 'check' | 'cross', message: string) => {
    button.replaceChildren(createIcon(icon));
    button.dataset['state'] = icon;
    announcement.textContent = message;
  };
  show('copy', '');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      show('check', 'Copied');
    } catch {
      show('cross', 'Your browser did not allow copying');
    }
    setTimeout(() => show('copy', ''), SHOWN_FOR_MS);
  });
  return createElement('span', { class: 'copy-box' }, button, announcement);
}
