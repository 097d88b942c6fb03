// Without it, Next.js takes the folder of the repository around this dapp for its own.
export default { turbopack: { root: import.meta.dirname } };
