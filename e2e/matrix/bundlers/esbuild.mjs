import { build } from 'esbuild';

// Apart, because together they would share files, and the first load would have code of both.
for (const entry of ['dapp.js', 'subpaths.js'])
  await build({
    entryPoints: [entry],
    outdir: 'dist/esbuild',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
  });
