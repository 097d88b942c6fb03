import type { MockWalletSettings } from '../../wallet/settings.js';
import { createElement } from '../view.js';
import type { Live } from './live.js';

/** Changes settings of the wallet; rejects with the reason if it does not take them. */
export type ChangeSettings = (changes: Partial<MockWalletSettings>) => Promise<void>;

/** Creates a card with some of the settings. */
export function createSection(
  title: string,
  children: readonly HTMLElement[],
  update: (settings: MockWalletSettings) => void,
  hint?: string,
): Live<MockWalletSettings> {
  const element = createElement('section', { class: 'card section', 'aria-label': title }, [
    createElement('h3', {}, [title]),
    ...children,
    ...(hint === undefined ? [] : [createElement('p', { class: 'quiet' }, [hint])]),
  ]);
  return { element, update };
}
