import { Failure, runMain, say } from './process.mjs';
import { measureSizes } from './sizes.mjs';

/**
 * The most bytes of each import, bundled and minified by Vite, then compressed by gzip. A budget is slightly above the
 * measured size. Raise it here if a change needs more. `bench/README.md` compares the sizes with the published packages.
 */
const BUDGETS = {
  'first load': 6_540,
  'local path': 28_440,
  dialogs: 4_420,
  'code for another device': 6_215,
  'remote by reflector': 2_545,
  'remote by Nostr': 7_980,
  session: 16_600,
  kit: 24_230,
  'kit with its signers': 26_680,
  'web3js beyond session and web3.js': 300,
  'legacy beyond session and web3.js': 300,
};

await runMain(async () => {
  /** @type {Record<keyof typeof BUDGETS, number>} */
  const sizes = await measureSizes();
  const over = Object.entries(sizes).filter(([name, bytes]) => {
    const budget = BUDGETS[/** @type {keyof typeof BUDGETS} */ (name)];
    say(`${name}: ${bytes} of ${budget} bytes`);
    return bytes > budget;
  });
  if (over.length > 0) throw new Failure(`Over budget: ${over.map(([name]) => name).join(', ')}`);
});
