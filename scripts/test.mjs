import { ensureAlone } from './ensure.mjs';
import { choose, describeError, runMain, say } from './process.mjs';
import { STEPS } from './steps.mjs';

// `npm test`, `npm run check`, `npm run test:all` and `npm run test:long` run the steps of GROUPS; `npm test
// -- lint units` runs only those that are named.

/** @typedef {import('./steps.mjs').Tally} Tally */

/** @type {Readonly<Record<string, readonly string[]>>} The steps of each command, by its option */
const GROUPS = {
  '--main': ['lint', 'types', 'units', 'build', 'size', 'e2e'],
  '--check': ['lint', 'types', 'build', 'size', 'changed'],
  '--all': Object.keys(STEPS).filter(
    (name) => !['changed', 'demo', 'extra', 'rehearse', 'fuzz', 'soak'].includes(name),
  ),
  '--long': ['fuzz', 'soak'],
};

/** @param {string} name @returns {Promise<Tally>} An error counts as one failure. */
async function runStep(name) {
  const outcome = await STEPS[name]?.().catch((error) => {
    say(describeError(error));
    return 1;
  });
  if (typeof outcome === 'object') return outcome;
  return { passed: Number(outcome === 0), failed: Number(outcome !== 0), skipped: 0 };
}

/** @param {Tally} tally */
const format = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

await runMain(async (args) => {
  const option = args.find((arg) => arg in GROUPS) ?? '--main';
  const asked = args.filter((arg) => !arg.startsWith('--'));
  const steps = asked.length > 0 ? asked : (GROUPS[option] ?? []);
  const names = choose('step', Object.keys(STEPS), ['set-up', ...steps]);
  ensureAlone();
  const start = performance.now();
  const all = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  /** @type {string[]} */
  const broken = [];
  for (const name of names) {
    say(`\n── ${name} ──`);
    const stepStart = performance.now();
    // Most steps after the build read what it has built.
    const isSkipped = broken.includes('set-up') || broken.includes('build');
    const tally = isSkipped ? { passed: 0, failed: 0, skipped: 1 } : await runStep(name);
    say(`${name}: ${format(tally)} (${Math.round((performance.now() - stepStart) / 1000)} s)`);
    if (tally.failed > 0) broken.push(name);
    all.passed += tally.passed;
    all.failed += tally.failed;
    all.skipped += tally.skipped;
    all.flaky += tally.flaky ?? 0;
  }
  if (broken.length > 0) say(`\nFailed: ${broken.join(', ')}`);
  say(`\nIn all: ${Math.round((performance.now() - start) / 1000)} s`);
  // They have passed, but only when they were tried again. Both reports name them.
  say(`${all.flaky} flaky`);
  say(format(all));
  process.exitCode = all.failed > 0 ? 1 : 0;
});
