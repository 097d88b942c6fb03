const parameters = new URLSearchParams(location.search);

/** The chain's JSON-RPC: `rpc` of the page's address, absolute; by default where the README says that it is. */
export const RPC_URL = new URL(parameters.get('rpc') ?? '/__mobile-wallet/rpc/devnet', location.href).href;

/** Where to offer wallets on this device: `local` of the page's address, or the library's default. */
export const LOCAL = parameters.get('local') === 'always' ? ({ local: 'always' } as const) : {};
