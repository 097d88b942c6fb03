/** The chain that the page is on. */
export const CHAIN = 'solana:devnet';
