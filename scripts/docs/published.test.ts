import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../process.mjs';

/** As long as this guide exists, the packages are not published. */
const GUIDE = 'docs/guides/unpublished.md';
const PAGES = ['README.md', 'mock/README.md', 'scripts/docs/landing.md'];
const INSTALL =
  /```sh\n(?:(?!```)[^\n]*\n)*?npm (?:i|install) (?:(?!```)[^\n])*?\b(?:mobile-wallet-standard|mock-mobile-wallet)\b[\s\S]*?```\n/;
const NOTE = /not published yet|unpublished\b/i;

/** Returns the sections in which a page first says how to install a package, with what follows that. */
function listInstalls(page: string, text: string): readonly (readonly [section: string, next: string])[] {
  return text.split(/^(?=## )/m).flatMap((section) => {
    const [install] = INSTALL.exec(section) ?? [];
    if (!install) return [];
    const next = section.slice(section.indexOf(install) + install.length).trim();
    return [[`${page}: ${section.slice(0, section.indexOf('\n'))}`, next.split('\n\n')[0] ?? '']];
  });
}

const isPublished = !existsSync(join(root, GUIDE));
const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((name) => `docs/${name.replaceAll('\\', '/')}`)
  .filter((page) => /^(?!docs\/api\/).*\.md$/.test(page) && page !== GUIDE);
const pages = [...PAGES, ...guides].map((page) => [page, readFileSync(join(root, page), 'utf8')] as const);

it.skipIf(isPublished)('each page that installs a package says that it is not published yet', () => {
  const installs = pages.flatMap(([page, text]) => listInstalls(page, text));
  expect(installs.length).toBeGreaterThan(10);
  expect(installs.filter(([, next]) => !/not published yet[\s\S]*unpublished/i.test(next))).toEqual([]);
});

it.runIf(isPublished)('no page says that the packages are not published', () => {
  const others = pages.filter(([page, text]) => !page.startsWith('docs/contributing/') && NOTE.test(text));
  expect(others.map(([page]) => page)).toEqual([]);
});
