import { describeError, say } from '../process.mjs';
import { formatWarning } from './page.mjs';
import { getInstalledVersion, installSetUp } from './set-up.mjs';
import { isRegistryReachable } from './tool.mjs';

/**
 * @typedef {import('./rows.mjs').Row} Row
 * @typedef {import('./rows.mjs').SetUp} SetUp
 * @typedef {import('./warnings.mjs').Warning} Warning
 * @typedef {Readonly<{
 *   name: string,
 *   what: string,
 *   verdict: string,
 *   isExpected: boolean,
 *   bytes?: number,
 *   warnings: readonly Warning[],
 *   versions: readonly string[],
 * }>} Result
 */

/** Of several versions of TypeScript in one folder. */
const ALIAS = /-\d\.\d$/;

/** @type {Promise<boolean> | undefined} */
let reachable;

/** The verdict of a row that could not be tried. */
export const NOT_RUN = "not run: npm's registry did not answer";

/**
 * Installs a set-up and runs its rows. Returns their results.
 *
 * @param {SetUp} setUp
 * @param {readonly string[]} chosen the names of the rows to run
 * @param {string} out
 * @returns {Promise<readonly Result[]>}
 */
export async function runSetUp({ folder, shared, rows }, chosen, out) {
  say(`${folder}: installing`);
  const start = performance.now();
  const app = await installSetUp(folder, out, shared);
  say(`${folder}: installed in ${formatSeconds(start)}`);
  /** @type {Result[]} */
  const results = [];
  for (const row of rows.filter(({ name }) => chosen.includes(name))) results.push(await runRow(row, app));
  return results;
}

/**
 * @param {Row} row
 * @param {import('./set-up.mjs').App} app
 * @returns {Promise<Result>}
 */
async function runRow({ name, what, versions, check, fails, installsAgain = false }, app) {
  const start = performance.now();
  const stated = versions.map(
    (version) => `${version.replace(ALIAS, '')} ${getInstalledVersion(app.folder, version)}`,
  );
  if (installsAgain) reachable ??= isRegistryReachable();
  if (installsAgain && !(await reachable)) {
    say(`skipped ${name}: ${NOT_RUN}`);
    return { name, what, verdict: NOT_RUN, isExpected: true, versions: stated, warnings: [] };
  }
  const outcome = await check(app).catch((error) => ({ error: describeError(error), warnings: [] }));
  const message = 'error' in outcome ? outcome.error : undefined;
  const isExpected = fails ? message !== undefined && fails.pattern.test(message) : message === undefined;
  const verdict =
    message === undefined ? 'works' : `does not work${fails && isExpected ? `: ${fails.reason}` : ''}`;
  say(`${isExpected ? 'ok    ' : 'FAILED'} ${name}: ${verdict} (${formatSeconds(start)})`);
  if (!isExpected) say(message ?? `It was expected not to work: ${fails?.reason}`);
  const bytes = 'bytes' in outcome ? outcome.bytes : undefined;
  const warnings = [...(installsAgain ? [] : app.warnings), ...outcome.warnings];
  const size = bytes === undefined ? [] : [`first load ${bytes} bytes`];
  for (const line of [...size, stated.join(', '), ...warnings.map(formatWarning)])
    if (line !== '') say(`         ${line}`);
  return {
    name,
    what,
    verdict,
    isExpected,
    versions: stated,
    warnings,
    ...(bytes === undefined ? {} : { bytes }),
  };
}

/** @param {number} start */
function formatSeconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
