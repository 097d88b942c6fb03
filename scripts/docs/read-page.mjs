import { slug } from 'github-slugger';
import MarkdownIt from 'markdown-it';

/**
 * @typedef {Readonly<{ line: number, text: string }>} Lines text and the number of its first line in the page, from 1
 * @typedef {Readonly<{
 *   language: string, // the first word of the info string
 *   words: readonly string[], // the other words of the info string
 *   name: string | undefined, // the file that it is, which stands in bold in a line of its own above it
 *   isVariant: boolean, // whether that line goes on with "with …": then the file is another one than in other guides
 *   code: Lines,
 *   given: readonly Lines[], // the comments `<!-- given: … -->` directly above, without their marks
 * }>} Block
 * @typedef {Readonly<{ line: number, target: string }>} Link
 * @typedef {Readonly<{ section: number, line: number, text: string }>} Prose
 * @typedef {Readonly<{
 *   blocks: readonly Block[],
 *   links: readonly Link[],
 *   anchors: ReadonlySet<string>,
 *   code: readonly string[], // everything that is set as code, in blocks and within sentences
 *   prose: readonly Prose[], // the text of each paragraph and cell, without code
 * }>} Page
 * @typedef {import('markdown-it/lib/token.mjs').default} Token
 */

const GIVEN = /^\s*<!--\s*given:([\s\S]*?)-->\s*$/;
/** A line of its own that says which file the block below is. */
const NAME = /^\*\*`([^`]+)`\*\*( with .+)?$/;
/** Targets of links in HTML. A `srcset` has several, separated by commas. */
const HTML_LINK = /\b(?:href|src|srcset)="([^"]*)"/g;
const HTML_ANCHOR = /\b(?:id|name)="([^"]*)"/g;

const parser = new MarkdownIt({ html: true });

/**
 * Reads a page of Markdown: its code blocks, its links with their lines, and the anchors that GitHub gives it.
 *
 * @param {string} text
 * @returns {Page}
 */
export function readPage(text) {
  const tokens = parser.parse(text, {});
  const lines = text.split('\n');
  return {
    blocks: tokens.flatMap((token, index) => (token.type === 'fence' ? [readBlock(tokens, index)] : [])),
    links: readLinks(tokens, lines),
    anchors: readAnchors(tokens),
    code: tokens.flatMap((token) => [token, ...(token.children ?? [])]).flatMap(readCode),
    prose: readProse(tokens),
  };
}

/**
 * @param {readonly Token[]} tokens
 * @param {number} index
 * @returns {Block}
 */
function readBlock(tokens, index) {
  const token = /** @type {Token} */ (tokens[index]);
  const [language = '', ...words] = token.info.trim().split(/\s+/);
  const given = [];
  let above = index - 1;
  for (; tokens[above]?.type === 'html_block'; above -= 1) {
    const comment = /** @type {Token} */ (tokens[above]);
    const [, text] = GIVEN.exec(comment.content) ?? [];
    if (text === undefined) break;
    const before = comment.content.slice(0, comment.content.indexOf('given:')).split('\n').length - 1;
    given.unshift({ line: getLine(comment) + before, text });
  }
  // Above it is the end of a paragraph, and the text of that.
  const [, name, variant] = NAME.exec(tokens[above - 1]?.content ?? '') ?? [];
  const isVariant = variant !== undefined;
  return { language, words, name, isVariant, code: { line: getLine(token) + 1, text: token.content }, given };
}

/** @param {Token} token */
function getLine(token) {
  return (token.map?.[0] ?? 0) + 1;
}

/**
 * @param {readonly Token[]} tokens
 * @param {readonly string[]} lines
 */
function readLinks(tokens, lines) {
  /** @type {Link[]} */
  const links = [];
  /** @type {readonly [number, number]} */
  let range = [0, 0];
  for (const token of tokens) {
    // The text of a table's cell has no lines of its own, and within a paragraph nothing has.
    range = token.map ?? range;
    for (const target of [token, ...(token.children ?? [])].flatMap(readTargets)) {
      const index = lines.slice(...range).findIndex((line) => line.includes(target));
      links.push({ line: range[0] + 1 + Math.max(index, 0), target });
    }
  }
  return links;
}

/** @param {Token} token */
function readTargets(token) {
  if (!token.type.startsWith('html')) return [token.attrGet('href') ?? token.attrGet('src') ?? []].flat();
  return [...token.content.matchAll(HTML_LINK)].flatMap(([, value = '']) =>
    value.split(/,\s+/).map((target) => target.replace(/\s.*$/, '')),
  );
}

/** @param {readonly Token[]} tokens */
function readAnchors(tokens) {
  /** @type {Set<string>} */
  const anchors = new Set();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') addHeading(getText(tokens[index + 1]), anchors);
    for (const part of [token, ...(token.children ?? [])]) {
      if (!part.type.startsWith('html')) continue;
      for (const [, name = ''] of part.content.matchAll(HTML_ANCHOR)) anchors.add(name);
    }
  }
  return anchors;
}

/**
 * Adds the anchor of a heading. A second heading with the same text gets a number.
 *
 * @param {string} text
 * @param {Set<string>} anchors
 */
function addHeading(text, anchors) {
  const name = slug(text);
  let unused = name;
  for (let count = 1; anchors.has(unused); count += 1) unused = `${name}-${count}`;
  anchors.add(unused);
}

/** @param {Token | undefined} inline */
function getText(inline) {
  const parts = (inline?.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
  return parts.map(({ content }) => content).join('');
}

/** @param {Token} token */
function readCode(token) {
  return ['fence', 'code_block', 'code_inline'].includes(token.type) ? [token.content] : [];
}

/** @param {readonly Token[]} tokens */
function readProse(tokens) {
  /** @type {Prose[]} */
  const prose = [];
  let section = 0;
  let line = 1;
  for (const token of tokens) {
    if (token.type === 'heading_open') section += 1;
    if (token.map) line = getLine(token);
    if (token.type === 'inline') prose.push({ section, line, text: getProse(token.children ?? []) });
  }
  return prose;
}

/** @param {readonly Token[]} parts */
function getProse(parts) {
  return parts.map(({ type, content }) => (type === 'text' ? content : ' ')).join('');
}
