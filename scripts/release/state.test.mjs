import { describe, expect, it } from 'vitest';
import { findChanges, findVersionProblems } from './state.mjs';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n## 1.2.0 (2026-11-23)\n\n- New.\n\n## 1.1.0 (2026-10-01)\n\n- Old.\n';
const library = { version: '1.2.0' };
const mock = { version: '1.2.0', dependencies: { 'mobile-wallet-standard': '^1.2.0' } };

describe('the changes of a version', () => {
  it('are the text up to the next version', () => {
    expect(findChanges(CHANGELOG, '1.2.0')).toBe('- New.');
    expect(findChanges(CHANGELOG, '1.1.0')).toBe('- Old.');
  });

  it.each(['1.3.0', '1.2', 'Unreleased'])('are missing for %s', (version) => {
    expect(findChanges(CHANGELOG, version)).toBeUndefined();
  });
});

describe('the versions of a release', () => {
  it('are right if both packages and the changelog have the same', () => {
    expect(findVersionProblems(library, mock, CHANGELOG)).toEqual([]);
  });

  it.each([
    [
      'the packages differ',
      { ...mock, version: '1.1.0' },
      CHANGELOG,
      'The mock wallet has the version 1.1.0, not 1.2.0.',
    ],
    [
      'the mock wallet depends on an earlier library',
      { ...mock, dependencies: { 'mobile-wallet-standard': '^1.1.0' } },
      CHANGELOG,
      'The mock wallet depends on the library ^1.1.0, not ^1.2.0.',
    ],
    [
      'the changelog has no date',
      mock,
      CHANGELOG.replace(' (2026-11-23)', ''),
      'CHANGELOG.md has no part "## 1.2.0 (YYYY-MM-DD)".',
    ],
    [
      'a change has no version yet',
      mock,
      CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n### The wallet\n\n- More.\n'),
      'CHANGELOG.md still has changes under "Unreleased".',
    ],
  ])('are wrong if %s', (_, other, changelog, problem) => {
    expect(findVersionProblems(library, other, changelog)).toEqual([problem]);
  });

  it.each(['1.2', '1.2.0-beta.1'])('are wrong if the version is %s', (version) => {
    const other = { version, dependencies: { 'mobile-wallet-standard': `^${version}` } };
    expect(findVersionProblems({ version }, other, CHANGELOG.replace('1.2.0', version))).toEqual([
      `${version} has not the form 1.2.0.`,
    ]);
  });
});
