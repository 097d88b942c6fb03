const { ENTRY } = process.env;

export default { mode: 'production', entry: { [ENTRY]: `./${ENTRY}.js` } };
