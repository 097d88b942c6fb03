/**
 * @typedef {Readonly<{ version: string, dependencies?: Readonly<Record<string, string>> }>} Manifest
 */

/**
 * Returns what the changelog says about a version, without its heading, or undefined if there is no such part. The heading
 * has the form `## 1.2.0 (2026-11-23)`.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function findChanges(changelog, version) {
  const parts = changelog.split(/^## /m).slice(1);
  const part = parts.find((text) => /^(\S+) \(\d{4}-\d\d-\d\d\)\n/.exec(text)?.[1] === version);
  return part?.slice(part.indexOf('\n') + 1).trim();
}

/**
 * Lists what is wrong with the versions of a release.
 *
 * @param {Manifest} library
 * @param {Manifest} mock
 * @param {string} changelog
 */
export function findVersionProblems(library, mock, changelog) {
  const { version } = library;
  const range = mock.dependencies?.['mobile-wallet-standard'];
  const changes = findChanges(changelog, version);
  return [
    // The workflow publishes no prereleases, which would need a tag of their own in the registry.
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} has not the form 1.2.0.`]),
    ...(mock.version === version ? [] : [`The mock wallet has the version ${mock.version}, not ${version}.`]),
    ...(range === `^${version}` ? [] : [`The mock wallet depends on the library ${range}, not ^${version}.`]),
    ...(changes ? [] : [`CHANGELOG.md has no part "## ${version} (YYYY-MM-DD)".`]),
    ...(findUnreleased(changelog) ? ['CHANGELOG.md still has changes under "Unreleased".'] : []),
  ];
}

/** @param {string} changelog */
function findUnreleased(changelog) {
  return /^## Unreleased\n+(?!## )\S/m.test(changelog);
}
