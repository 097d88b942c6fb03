/** The packages that parts of the mock need, with the oldest version that they work with. */
const OLDEST = {
  '@playwright/test': '1.50',
  '@solana/kit': '5',
  litesvm: '1.4',
  ws: '8',
} as const;

/** A package that a part of the mock needs beside this one. */
export type Peer = keyof typeof OLDEST;

/**
 * Imports a module of the mock that needs packages which this one does not install. A static import of such a module
 * would end in Node's own error, which does not say what to do.
 *
 * @param subpath the part of the mock, as a dapp imports it
 * @throws an error that says what to install, where one of `peers` is missing or (known in Node only) too old
 */
export async function importWithPeers<T>(
  subpath: string,
  peers: readonly Peer[],
  load: () => Promise<T>,
): Promise<T> {
  const installed = peers.map((name) => ({ name, version: findVersion(name) }));
  const outdated = installed.filter(({ name, version }) => version && isOlder(version, OLDEST[name]));
  if (outdated.length > 0) throw createPeerError(subpath, outdated);
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const missing = installed.filter(({ version }) => version === undefined);
    throw createPeerError(subpath, missing.length > 0 ? missing : installed, cause);
  }
}

type Installed = Readonly<{ name: Peer; version: string | undefined }>;

function createPeerError(subpath: string, peers: readonly Installed[], cause?: unknown): Error {
  const needs = peers.map(
    ({ name, version }) => `${name} ${OLDEST[name]} or later${version ? ` (not ${version})` : ''}`,
  );
  const install = `npm install --save-dev ${peers.map(({ name }) => `${name}@latest`).join(' ')}`;
  return new Error(`\`${subpath}\` needs ${needs.join(' and ')}: run \`${install}\`.`, { cause });
}

/** Returns the version of a package that this module would import; `undefined` in browsers and where there is none. */
function findVersion(name: Peer): string | undefined {
  // Not imported, because bundlers for browsers refuse Node's modules.
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  const module = globalThis.process?.getBuiltinModule?.('node:module');
  const folders = module?.createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = folders.map((folder) => `${folder}/${name}/package.json`).find((path) => fs?.existsSync(path));
  return file && fs ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version : undefined;
}

function isOlder(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
