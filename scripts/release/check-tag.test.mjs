import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../process.mjs';

const USER = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
const FILES = {
  'package.json': '{ "name": "library", "version": "1.2.0" }',
  'mock/package.json': '{ "version": "1.2.0", "dependencies": { "library": "^1.2.0" } }',
  'CHANGELOG.md': '# Changelog\n\n## 1.2.0 (2026-11-23)\n\nIt does more.\n\n## 1.1.0\n\nIt did less.\n',
};

/**
 * Checks the tag of a commit that has these files, too.
 * @param {Record<string, string>} files
 * @param {string} [tag]
 * @param {string[]} [after] what git is told after the commit, by default that it is on main
 */
function check(files, tag = 'v1.2.0', after = ['update-ref', 'refs/remotes/origin/main', 'HEAD']) {
  const cwd = mkdtempSync(join(tmpdir(), 'check-tag-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  for (const [file, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  for (const args of [['init', '-q'], ['add', '.'], [...USER, 'commit', '-qm', 'Release'], after])
    execFileSync('git', args, { cwd });
  const script = join(root, 'scripts/release/check-tag.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tag], { cwd, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

it('prints the release notes of a tag that may be published', () => {
  expect(check({})).toEqual({ status: 0, text: 'It does more.\n' });
});

const MOCK = FILES['mock/package.json'];
const LATER = '\n## 1.1.0\n\nIt did less.\n';
it.each([
  ['another version than the tag', 'v1.3.0 is not the version', {}, 'v1.3.0'],
  ['another mock wallet', 'is not the version', { 'mock/package.json': MOCK.replace('1.2', '1.1') }],
  ['a mock wallet for another', 'is not the version', { 'mock/package.json': MOCK.replace('^1.2', '^1.1') }],
  ['the guide before it', 'not published', { 'docs/guides/unpublished.md': '# Before the first release\n' }],
  ['no notes', 'says nothing', { 'CHANGELOG.md': `# Changelog\n\n## 1.2.0\n${LATER}` }],
  ['no heading', 'says nothing', { 'CHANGELOG.md': `# Changelog\n\n## Unreleased\n\nMore.\n${LATER}` }],
  ['a commit that is not on main', 'not on main', {}, 'v1.2.0', ['branch', 'other']],
])('refuses %s', (_, reason, ...args) => {
  const { status, text } = check(...args);
  expect(status).toBe(1);
  expect(text).toContain(reason);
});
