/**
 * @typedef {Readonly<{ text: string, isOurs: boolean }>} Warning `isOurs` if one of the two packages is its cause
 * @typedef {Readonly<Record<string, Readonly<{ dependencies?: Readonly<Record<string, string>>, optionalDependencies?: Readonly<Record<string, string>>, version?: string }>>>} LockedPackages
 */

/** Node says so, because this run asks every tool for output without colours. */
const OF_THIS_RUN = /NO_COLOR/;
const OURS = ['mobile-wallet-standard', 'mock-mobile-wallet'];

/**
 * Lists the warnings in npm's output, without those about the settings of the machine.
 *
 * @param {string} output
 * @param {LockedPackages} locked from the lock file: which packages ours bring with them
 * @returns {readonly Warning[]}
 */
export function readInstallWarnings(output, locked) {
  const ours = listOurPackages(locked);
  const isOurs = (/** @type {string} */ id) => ours.has(id);
  const engines = [
    ...output.matchAll(
      /EBADENGINE\s+package: '([^']+)',\s*npm warn EBADENGINE\s+required: \{ node: '([^']+)'/g,
    ),
  ].map(([, id = '', range = '']) => ({ text: `${id} asks for Node ${range}`, isOurs: isOurs(id) }));
  const deprecated = [...output.matchAll(/npm warn deprecated (\S+): (.*)/g)].map(([, id = '']) => ({
    text: `${id} is deprecated`,
    isOurs: isOurs(id),
  }));
  const scripts = [...output.matchAll(/npm warn install-scripts {3}(\S+) \((.*)\)/g)].map(
    ([, id = '']) => id,
  );
  const held = [true, false].flatMap((wanted) => {
    const ids = scripts.filter((id) => isOurs(id) === wanted).sort();
    return ids.length === 0 ? [] : [{ text: `install scripts held back: ${ids.join(', ')}`, isOurs: wanted }];
  });
  const KNOWN = /EBADENGINE|deprecated|install-scripts|config/;
  const others = [...output.matchAll(/npm warn (.*)/g)]
    .map(([, text = '']) => ({ text, isOurs: OURS.some((name) => text.includes(name)) }))
    .filter(({ text }) => text !== '' && !KNOWN.test(text));
  return withoutRepeats([...engines, ...deprecated, ...held, ...others]);
}

/**
 * Lists the warnings in the output of a build. A warning is a line that says so, with the lines up to the next blank one.
 *
 * @param {string} output
 * @returns {readonly Warning[]}
 */
export function readBuildWarnings(output) {
  const blocks = output.split(/\n\s*\n/).flatMap((block) => {
    const at = block.search(/^.*(\bwarn(ing)?\b|\(!\)|⚠)/im);
    return at < 0 || /\b0 warnings\b/i.test(block) ? [] : [block.slice(at)];
  });
  return withoutRepeats(
    blocks
      .map((block) => block.split('\n'))
      // Its cause is in the first two lines. Those below it list files, also of other packages.
      .map(([first = '', second = '']) => ({
        text: first.trim().replace(/:$/, ''),
        isOurs: OURS.some((name) => `${first}\n${second}`.includes(`node_modules/${name}/`)),
      }))
      .filter(({ text }) => !OF_THIS_RUN.test(text)),
  );
}

/** @param {readonly Warning[]} warnings */
function withoutRepeats(warnings) {
  const texts = new Map(warnings.map((warning) => [warning.text, warning]));
  return [...texts.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

/**
 * Returns `name@version` of everything that our packages bring with them.
 *
 * @param {LockedPackages} locked
 */
function listOurPackages(locked) {
  const found = new Set(OURS.map((name) => `node_modules/${name}`).filter((path) => locked[path]));
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const resolved = resolve(name, path, locked);
      if (resolved !== undefined) found.add(resolved);
    }
  }
  return new Set([...found].map((path) => `${path.split('node_modules/').at(-1)}@${locked[path]?.version}`));
}

/**
 * Returns where Node finds a package that another one imports.
 *
 * @param {string} name
 * @param {string} from
 * @param {LockedPackages} locked
 * @returns {string | undefined}
 */
function resolve(name, from, locked) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (locked[path]) return path;
  if (from === '') return undefined;
  return resolve(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), locked);
}
