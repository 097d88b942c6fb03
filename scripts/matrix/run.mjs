import { describeError, say } from '../process.mjs';
import { getInstalledVersion, installSetUp } from './set-up.mjs';

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
async function runRow({ name, what, versions, check, fails }, app) {
  const start = performance.now();
  const stated = versions.map((version) => `${version} ${getInstalledVersion(app.folder, version)}`);
  const outcome = await check(app).catch((error) => ({ error: describeError(error), warnings: [] }));
  const message = 'error' in outcome ? outcome.error : undefined;
  const isExpected = fails ? message !== undefined && fails.pattern.test(message) : message === undefined;
  const verdict =
    message === undefined ? 'works' : `does not work${fails && isExpected ? `: ${fails.reason}` : ''}`;
  say(`${isExpected ? 'ok    ' : 'FAILED'} ${name}: ${verdict} (${formatSeconds(start)})`);
  if (!isExpected) say(message ?? `It was expected not to work: ${fails?.reason}`);
  return {
    ...{ name, what, verdict, isExpected, versions: stated },
    ...('bytes' in outcome && outcome.bytes !== undefined ? { bytes: outcome.bytes } : {}),
    warnings: [...app.warnings, ...outcome.warnings],
  };
}

/** @param {number} start */
function formatSeconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
