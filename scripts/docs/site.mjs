import { join, resolve } from 'node:path';
import { ensureInstalled } from '../install.mjs';
import { root, runMain, say } from '../process.mjs';

// Builds the documents and the API reference as a static site: `npm run docs -- --out folder`.

await runMain(async (args) => {
  const index = args.indexOf('--out');
  const out = index < 0 ? join(root, 'dist-docs') : resolve(args[index + 1] ?? 'dist-docs');
  await ensureInstalled('scripts/docs');
  const { buildSite } = await import('./site/build.mjs');
  await buildSite(out);
  say(`The site is in ${out}`);
});
