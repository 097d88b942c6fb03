import { type Actions, runAction } from './actions.js';

const section = document.createElement('section');
// Otherwise an outcome makes the page wider than a phone, and dialogs of libraries are partly outside of it.
section.style.overflowWrap = 'anywhere';

/** Shows what `Panel` shows, for apps without React. Without an address it shows nothing. */
export function showPanel(address: string | undefined, actions: Actions): void {
  document.querySelector('main')?.after(section);
  if (address === undefined) {
    section.replaceChildren();
    return;
  }
  const text = document.createElement('p');
  text.dataset['testid'] = 'address';
  text.textContent = address;
  const outcome = document.createElement('output');
  outcome.dataset['testid'] = 'outcome';
  section.replaceChildren(text, createButtons(actions, outcome), outcome);
}

/** Creates a button for each action. A click shows the action's outcome in `outcome`. */
export function createButtons(actions: Actions, outcome: HTMLElement): DocumentFragment {
  const buttons = document.createDocumentFragment();
  for (const [label, act] of Object.entries(actions)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', async () => {
      outcome.textContent = '';
      outcome.textContent = await runAction(label, act);
    });
    buttons.append(button);
  }
  return buttons;
}
