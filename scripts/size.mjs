import { Failure, runMain, say } from './process.mjs';
import { measureSizes } from './sizes.mjs';

/**
 * The most bytes of each import, bundled and minified by Vite, then compressed by gzip. A budget is slightly above the
 * measured size. Raise it here if a change needs more. `bench/README.md` compares the sizes with the published packages.
 */
const BUDGETS = {
  'first load': 6_500,
  'local path': 27_300,
  dialogs: 4_420,
  'code for another device': 6_180,
  'remote by reflector': 2_420,
  'remote by Nostr': 7_880,
  session: 15_900,
  kit: 23_620,
  'kit with its signers': 25_990,
  'web3js beyond session and web3.js': 400,
  'legacy beyond session and web3.js': 400,
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
