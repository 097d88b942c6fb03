import { bundleByVite, DAPPS, getFirst, gzip, WEB3JS } from './bundles.mjs';
import { describeError, Failure, say } from './process.mjs';

/**
 * Most bytes of min + gzip, by Vite. A budget is what was measured, and little more: who needs bytes says so here.
 * `bench/README.md` has them beside the published packages.
 */
const BUDGETS = {
  'first load': 5_960,
  'local path': 23_460,
  dialogs: 4_440,
  session: 12_400,
  kit: 19_950,
  'web3js beyond session and web3.js': 300,
  'legacy beyond session and web3.js': 300,
};

/** @returns {Promise<Record<keyof typeof BUDGETS, number>>} */
async function measure() {
  const wallet = await bundleByVite(DAPPS['mobile-wallet-standard']);
  const session = await bundleByVite(DAPPS['mobile-wallet-standard/session']);
  const kit = await bundleByVite(DAPPS['mobile-wallet-standard/kit']);
  const web3js = await bundleByVite(DAPPS['mobile-wallet-standard/web3js']);
  const legacy = await bundleByVite(DAPPS['mobile-wallet-standard/legacy']);
  const beside = session.first + (await bundleByVite(WEB3JS)).first;
  const first = getFirst(wallet.chunks);
  const holds = (/** @type {string} */ module) =>
    wallet.chunks.filter(({ modules }) => Object.keys(modules).some((id) => id.includes(`/dist/${module}`)));
  const sum = (/** @type {typeof first} */ chunks) =>
    [...new Set(chunks)].reduce((bytes, { code }) => bytes + gzip(code), 0);
  return {
    'first load': wallet.first,
    'local path': sum([...first, ...holds('wallet/requests.js'), ...holds('dapp/sign-in.js')]),
    dialogs: sum([...holds('wallet/people.js'), ...holds('dialogs/')]),
    session: session.first,
    kit: kit.first,
    'web3js beyond session and web3.js': web3js.first - beside,
    'legacy beyond session and web3.js': legacy.first - beside,
  };
}

async function main() {
  const sizes = await measure();
  const over = Object.entries(sizes).filter(([name, bytes]) => {
    const budget = BUDGETS[/** @type {keyof typeof BUDGETS} */ (name)];
    say(`${name}: ${bytes} of ${budget} bytes`);
    return bytes > budget;
  });
  if (over.length > 0) throw new Failure(`Over budget: ${over.map(([name]) => name).join(', ')}`);
}

await main().catch((error) => {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = 1;
});
