import { createElement } from '../view.js';
import { recall, remember } from './memory.js';

/** A screen and the tab that opens it. */
export type Tab = Readonly<{ id: string; title: string; screen: HTMLElement }>;

/** The tabs, and the screens below them, of which one is shown. */
export type Tabs = Readonly<{
  list: HTMLElement;
  panels: readonly HTMLElement[];
  /** Scrolls to where the user was before a reload. Called once the screens have their content. */
  restoreScroll(): void;
}>;

/** Creates tabs that open by click and by arrow keys. Each keeps its place; the open one also survives a reload. */
export function createTabs(tabs: readonly Tab[]): Tabs {
  const list = createElement('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Mock wallet' });
  const panels = tabs.map(({ id, screen }) =>
    createElement(
      'div',
      { id: `panel-${id}`, class: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${id}` },
      [screen],
    ),
  );
  const buttons = tabs.map(({ id, title }) =>
    createElement(
      'button',
      { id: `tab-${id}`, type: 'button', role: 'tab', 'aria-controls': `panel-${id}` },
      [title],
    ),
  );
  const places = tabs.map(() => 0);
  let opened = 0;

  const keepPlace = (): void => {
    places[opened] = panels[opened]?.scrollTop ?? 0;
    remember('scroll', String(places[opened]));
  };
  const open = (index: number): void => {
    keepPlace();
    opened = index;
    for (const [each, button] of buttons.entries()) {
      button.ariaSelected = String(each === index);
      button.tabIndex = each === index ? 0 : -1;
    }
    for (const [each, panel] of panels.entries()) panel.hidden = each !== index;
    panels[index]?.scrollTo(0, places[index] ?? 0);
    remember('tab', tabs[index]?.id ?? '');
  };

  for (const [index, button] of buttons.entries()) button.addEventListener('click', () => open(index));
  list.addEventListener('keydown', (event) => {
    const next = getNext(event.key, opened, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    open(next);
    buttons[next]?.focus();
  });
  list.append(...buttons);
  const scrollBefore = Number(recall('scroll') ?? 0);
  open(
    Math.max(
      0,
      tabs.findIndex(({ id }) => id === recall('tab')),
    ),
  );
  addEventListener('pagehide', keepPlace);
  return { list, panels, restoreScroll: () => panels[opened]?.scrollTo(0, scrollBefore) };
}

function getNext(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
