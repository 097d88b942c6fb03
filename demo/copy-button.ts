import { createElement } from './dom.js';
import { createIcon } from './icons.js';

const SHOWN_FOR = 2_000;

/** Creates a small button that copies `text`. `name` is what the text is, e.g. `address`. */
export function createCopyButton(text: string, name: string): HTMLElement {
  const button = createElement('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${name}` });
  const news = createElement('span', { class: 'visually-hidden', role: 'status' });
  const show = (icon: 'copy' | 'check' | 'cross', words: string) => {
    button.replaceChildren(createIcon(icon));
    button.dataset['state'] = icon;
    news.textContent = words;
  };
  show('copy', '');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      show('check', 'Copied');
    } catch {
      show('cross', 'Your browser did not allow copying');
    }
    setTimeout(() => show('copy', ''), SHOWN_FOR);
  });
  return createElement('span', { class: 'copy-box' }, button, news);
}
