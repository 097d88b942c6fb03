import { inBrowser, onContentUpdated, type Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import '../../../../mock/src/screens/font.css';
import '../../../../mock/src/screens/tokens.css';
import './style.css';

/**
 * Shows of the sections that a list of tabs leads to only the one that the address names, or else the first.
 */
function showTab(): void {
  const tabs = [...document.querySelectorAll<HTMLAnchorElement>('.tabs a[href^="#"]')];
  const sections = tabs.map((tab) => listSection(tab.hash));
  const target = document.getElementById(decodeURIComponent(location.hash).slice(1));
  const chosen = sections.findIndex((section) => section.some((part) => part.contains(target)));
  for (const [index, section] of sections.entries()) {
    const isShown = index === Math.max(0, chosen);
    for (const part of section) part.toggleAttribute('hidden', !isShown);
    tabs[index]?.setAttribute('aria-current', String(isShown));
  }
}

/** Returns a heading of the second level with all that follows it, up to the next one. */
function listSection(hash: string): Element[] {
  const parts = [...document.querySelectorAll(`${hash}, ${hash} ~ *`)];
  const next = parts.findIndex((part, index) => index > 0 && part.tagName === 'H2');
  return next < 0 ? parts : parts.slice(0, next);
}

if (inBrowser) addEventListener('hashchange', showTab);

/** Opens the search with the words of the address, to which the form of the page 404.html leads, once. */
function searchFor(): void {
  const words = new URLSearchParams(location.search).get('q');
  if (words === null) return;
  history.replaceState(history.state, '', location.pathname);
  // Where the theme keeps them.
  sessionStorage.setItem('vitepress:local-search-filter', words);
  document.querySelector<HTMLElement>('#local-search button')?.click();
}

export default {
  extends: theme,
  setup: () => {
    onContentUpdated(showTab);
    onContentUpdated(searchFor);
  },
} satisfies Theme;
