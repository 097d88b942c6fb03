import { gzipSync } from 'node:zlib';

const SCRIPT = /<script\b[^>]*>/g;
const INLINE = /<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;
const IMPORT_MAP = /<script\b[^>]*\btype="importmap"[^>]*>([\s\S]*?)<\/script>/;
const PRELOAD = /<link\b[^>]*\brel="?modulepreload"?[^>]*>/g;
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"([^"]+)"|(?:\bfrom|\bimport)\s*'([^']+)'/g;
/** An inline script runs at once, so what it imports dynamically belongs to the first load. */
const DYNAMIC_IMPORT = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

/**
 * Returns the bytes of JavaScript that a page loads at once, each file after gzip: its scripts, and what they import
 * statically.
 *
 * @param {string} page its URL
 */
export async function measureFirstLoad(page) {
  const html = await (await fetch(page)).text();
  const tags = [...html.matchAll(SCRIPT), ...html.matchAll(PRELOAD)].map(([tag]) => tag);
  const named = tags
    .filter((tag) => !/\bnomodule\b/i.test(tag))
    .map((tag) => /\b(?:src|href)="?([^"\s>]+)/.exec(tag)?.[1]);
  const inline = [...html.matchAll(INLINE)].flatMap(([, code = '']) =>
    findImports(code, [STATIC_IMPORT, DYNAMIC_IMPORT]),
  );
  const { imports = {} } = JSON.parse(IMPORT_MAP.exec(html)?.[1] ?? '{}');
  const mapped = (specifier = '') => imports[specifier] ?? specifier;
  const urls = new Set(toUrls([...named, ...inline], page));
  let bytes = 0;
  for (const url of urls) {
    const response = await fetch(url);
    if (!response.ok || !/javascript/.test(response.headers.get('content-type') ?? '')) continue;
    const code = await response.text();
    bytes += gzipSync(code, { level: 9 }).length;
    for (const imported of toUrls(findImports(code, [STATIC_IMPORT]).map(mapped), url)) urls.add(imported);
  }
  return bytes;
}

/**
 * @param {string} code
 * @param {readonly RegExp[]} patterns
 */
function findImports(code, patterns) {
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, double, single]) => double ?? single),
  );
}

/**
 * @param {readonly (string | undefined)[]} specifiers
 * @param {string} base
 */
function toUrls(specifiers, base) {
  return specifiers
    .filter((specifier) => specifier !== undefined && /^(\.|\/|https?:)/.test(specifier))
    .map((specifier) => new URL(String(specifier), base).href)
    .filter((url) => new URL(url).origin === new URL(base).origin);
}
