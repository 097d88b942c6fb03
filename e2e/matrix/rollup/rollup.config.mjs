import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';

export default {
  input: `${process.env.ENTRY}.js`,
  output: { dir: 'dist', format: 'es' },
  plugins: [nodeResolve({ browser: true, preferBuiltins: false }), commonjs(), json(), terser()],
};
