/** The message that every picker signs. */
export const MESSAGE = 'Hello from a picker';

/** The input of every picker's sign-in. The domain is the page's own. */
export const SIGN_IN = { statement: 'Sign in, please', nonce: 'abcdefgh' } as const;
