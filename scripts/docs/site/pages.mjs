import { posix } from 'node:path';

/** Where this repository's files are on the web. */
const HOME = 'https://github.com/mobile-wallet-standard/mobile-wallet-standard';
const OWN = new RegExp(`^${HOME}/blob/main/`);
/** What only the checks of these pages read. */
const MARKS = /<!--[\s\S]*?-->\n?/g;
/** TypeDoc leaves code out of its list of headings. */
const HEADING = /^#+ .*$/gm;
const LINK = /(\]\(|\bhref="|\bsrc="|\bsrcset="|^\[[^\]]+\]: )([^)\s"]+)/gm;

/**
 * Makes a page of the site from a page of the repository. Links to other pages of the site stay; links to other files lead
 * to where the repository is on the web. The title becomes the page's name.
 *
 * @param {string} path the page's path in the repository
 * @param {string} text Markdown
 * @param {Readonly<{ pages: readonly string[], group: string, hasFile: (path: string) => boolean }>} site `pages` are the paths of
 *   all its pages
 */
export function makePage(path, text, { pages, group, hasFile }) {
  const [, title = path] = /^# (.+)$/m.exec(text) ?? [];
  // The first page shows the name of the project above its text.
  const untitled = path === 'README.md' ? text.replace(/^# .+\n/m, '') : text;
  const body = outsideCode(untitled, (part) =>
    part
      .replace(MARKS, '')
      .replace(HEADING, (heading) => heading.replaceAll('`', ''))
      .replace(LINK, (_, before, target) => `${before}${getTarget(path, target, pages, hasFile)}`),
  );
  return `---\ntitle: ${JSON.stringify(title.replaceAll('`', ''))}\ngroup: ${group}\n---\n${body}`;
}

/**
 * @param {string} path
 * @param {string} target
 * @param {readonly string[]} pages
 * @param {(path: string) => boolean} hasFile
 */
function getTarget(path, target, pages, hasFile) {
  const isOwn = OWN.test(target);
  if (!isOwn && /^(?:[a-z]+:|#|\/\/)/i.test(target)) return target;
  const [before = '', anchor] = target.replace(OWN, '').split('#');
  const file = posix.join(isOwn ? '' : posix.dirname(path), before).replace(/\/$/, '');
  const page = [file, posix.join(file, 'README.md')].find((candidate) => pages.includes(candidate));
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (page !== undefined) return `${posix.relative(posix.dirname(path), page) || posix.basename(page)}${end}`;
  if (/\.(?:png|svg|webp|gif|jpe?g)$/.test(file) && hasFile(file))
    return posix.relative(posix.dirname(path), file);
  return `${HOME}/blob/main/${file}${end}`;
}

/**
 * Replaces parts of a page that are not in code blocks.
 *
 * @param {string} text
 * @param {(part: string) => string} replace
 */
function outsideCode(text, replace) {
  return text
    .split(/(^\s*```[\s\S]*?^\s*```$)/m)
    .map((part, index) => (index % 2 === 0 ? replace(part) : part))
    .join('');
}
