const { ENTRY } = process.env;

export default {
  mode: 'production',
  entry: { [ENTRY]: `./${ENTRY}.js` },
  // Only the bytes of the dapp are measured, and terser takes longer than all else.
  optimization: { minimize: ENTRY === 'dapp' },
};
