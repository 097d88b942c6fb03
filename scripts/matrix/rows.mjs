import { beside } from './rows/beside.mjs';
import { bundlers } from './rows/bundlers.mjs';
import { frameworks } from './rows/frameworks.mjs';
import { managers } from './rows/managers.mjs';
import { runners } from './rows/runners.mjs';
import { types } from './rows/types.mjs';

/**
 * @typedef {import('./set-up.mjs').App} App
 * @typedef {import('./warnings.mjs').Warning} Warning
 * @typedef {Readonly<{ bytes?: number, warnings: readonly Warning[] }>} Checked `bytes` of the page's first load, after gzip
 * @typedef {Readonly<{
 *   name: string,
 *   what: string, // what of the packages it uses, and how
 *   versions: readonly string[], // the packages whose versions are stated
 *   isExtra?: boolean, // not in `test:all`, because other rows or steps prove the same
 *   installsAgain?: boolean, // with another package manager, which needs the registry
 *   check: (app: App) => Promise<Checked>, // throws if it does not work
 *   fails?: Readonly<{ pattern: RegExp, reason: string }>, // if it cannot work: the message, and why
 * }>} Row
 * @typedef {Readonly<{
 *   folder: string, // in `e2e/matrix`
 *   shared: readonly string[], // files that it has in common with others, relative to `e2e`
 *   rows: readonly Row[], // run one after the other, in one install
 * }>} SetUp
 * @typedef {Readonly<{ title: string, setUps: readonly SetUp[] }>} Section of the page
 */

/** @type {readonly Section[]} */
export const sections = [
  { title: 'Frameworks', setUps: frameworks },
  { title: 'Bundlers', setUps: bundlers },
  { title: 'Test runners', setUps: runners },
  { title: 'TypeScript', setUps: types },
  { title: 'Beside other versions', setUps: beside },
  { title: 'Package managers', setUps: managers },
];
