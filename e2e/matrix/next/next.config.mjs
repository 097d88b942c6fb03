// One folder for each of the two bundlers. The root keeps Next.js from looking for lock files above this
// dapp.
export default { distDir: process.env.DIST_DIR, turbopack: { root: import.meta.dirname } };
