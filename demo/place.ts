/**
 * Where this page's mobile wallet is: in the dev server, simulated in the page itself (`npm run build:demo`),
 * or on the phone (any other build).
 */
export const WALLET_PLACE = import.meta.env.WALLET_PLACE;

/** Whether wallet and chain are simulated. */
export const IS_SIMULATED = WALLET_PLACE !== 'phone';
