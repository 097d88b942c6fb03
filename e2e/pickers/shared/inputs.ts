/** What every picker signs. */
export const MESSAGE = 'Hello from a picker';

/** What every picker signs in with; the domain is the page's own. */
export const SIGN_IN = { statement: 'Sign in, please', nonce: 'abcdefgh' } as const;
