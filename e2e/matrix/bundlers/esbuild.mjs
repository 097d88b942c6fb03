import { build } from 'esbuild';

await build({
  entryPoints: [`${process.env.ENTRY}.js`],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  minify: true,
});
