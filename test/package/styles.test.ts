import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SHEETS = [
  'src/dialogs/style.css',
  'src/dialogs/scan-style.css',
  'src/dialogs/app-list-style.css',
  'mock/src/screens/approval/approval-page.css',
  'mock/src/screens/theme.css',
  'mock/src/screens/panel/panel.css',
];
const HOVER_BLOCK = /@media \(hover: hover\) \{\n(?: .*\n|\n)*\}/g;
const FORCED_BLOCK = /@media \(forced-colors: active\) \{\n(?: .*\n|\n)*\}/g;

describe('style sheets', () => {
  it.each(SHEETS)('%s has styles for hover only where there is hover', (path) => {
    const css = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    if (css.includes(':hover')) expect(css).toMatch(HOVER_BLOCK);
    // In forced colours it takes a hover style back.
    expect(css.replaceAll(HOVER_BLOCK, '').replaceAll(FORCED_BLOCK, '')).not.toContain(':hover');
  });
});
