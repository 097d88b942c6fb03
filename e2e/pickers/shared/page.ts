const parameters = new URLSearchParams(location.search);

/**
 * The absolute URL of the chain's JSON-RPC: the parameter `rpc` of the page's address, or the README's
 * default.
 */
export const RPC_URL = new URL(parameters.get('rpc') ?? '/__mobile-wallet/rpc/devnet', location.href).href;

/** The library's option `local`: the parameter `local` of the page's address, or the library's default. */
export const LOCAL = parameters.get('local') === 'always' ? ({ local: 'always' } as const) : {};

const reflector = parameters.get('reflector');

/**
 * The library's option `remote`, if the page's address has the parameter `reflector`, which is a reflector's
 * host.
 */
export const REMOTE = reflector === null ? {} : ({ remote: { type: 'reflector', host: reflector } } as const);

/** The library's option `openIn`, if the page's address has the parameter of that name. */
export const OPEN_IN = parameters.has('openIn') ? { openIn: true } : {};

const name = parameters.get('name');

/** The library's option `name`: the parameter `name` of the page's address, or the library's default. */
export const NAME = name === null ? {} : { name };

const idleMs = parameters.get('idleMs');

/** The library's option `idleMs`: the parameter `idleMs` of the page's address, or the library's default. */
export const LINGER = idleMs === null ? {} : { idleMs: Number(idleMs) };

/**
 * The library's option `chains`: devnet, and with the parameter `chains=every` of the page's address also the
 * other networks. The wallet connects with the first.
 */
export const CHAINS =
  parameters.get('chains') === 'every'
    ? (['solana:devnet', 'solana:mainnet', 'solana:testnet'] as const)
    : (['solana:devnet'] as const);
