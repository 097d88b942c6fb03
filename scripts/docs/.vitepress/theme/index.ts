import { inBrowser, onContentUpdated, type Theme } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import '../../../../mock/src/screens/tokens.css';
import './style.css';
import { showTab } from './tabs.js';

if (inBrowser) addEventListener('hashchange', showTab);

export default { extends: theme, setup: () => onContentUpdated(showTab) } satisfies Theme;
