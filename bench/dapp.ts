/** The published peer, or this library. */
export type Library = 'peer' | 'own';

/** The peer's release, the canary of its next release, or this library. */
export type Release = Library | 'next';

/** The identity that every bench page passes to both libraries. */
export const IDENTITY = { name: 'Bench', uri: location.origin, icon: 'favicon.png' };

/** The only chain that bench pages use. */
export const CHAIN = 'solana:devnet' as const;

/** Adds an `<output>` with this text to the page, where the bench reads it. */
export function showOutput(text: string): void {
  document.body.append(Object.assign(document.createElement('output'), { value: text }));
}
