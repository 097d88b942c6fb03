import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { measureFirstLoad } from './first-load.mjs';
import { withSite } from './site.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-load-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {Readonly<Record<string, string>>} files */
function measure(files) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return withSite(folder, (url) => measureFirstLoad(`${url}/`));
}

/** @param {readonly string[]} texts */
const sum = (...texts) => texts.reduce((bytes, text) => bytes + gzipSync(text, { level: 9 }).length, 0);

it('adds up the scripts of a page and their static imports, each once, and not what is loaded later', async () => {
  const a = 'import{b}from"./b.js";import"./c.js";b();import("./later.js")';
  const b = 'import"./c.js";export const b=()=>1';
  const c = 'globalThis.c=1';
  const html =
    '<script type=module src=/a.js></script><link rel="modulepreload" href="/b.js"><script nomodule src="/old.js">';
  expect(
    await measure({ 'index.html': html, 'a.js': a, 'b.js': b, 'c.js': c, 'later.js': 'x', 'old.js': 'x' }),
  ).toBe(sum(a, b, c));
});

it('follows import maps, and the dynamic imports of inline scripts', async () => {
  const html = `<script type="importmap">{ "imports": { "lib": "./lib.js" } }</script>
    <script type="module">import("./a.js")</script>`;
  const a = "import 'lib';";
  expect(await measure({ 'index.html': html, 'a.js': a, 'lib.js': 'lib' })).toBe(sum(a, 'lib'));
});
