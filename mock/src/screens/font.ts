/** A name of its own, so that the dapp's page cannot seem to have a font that it did not load itself. */
const NAME = 'Mock Wallet Inter';

/**
 * Gives this document the font of the screens, unless it has Inter already. Any content security policy
 * allows it, because nothing is requested for it but a script.
 */
export async function loadFont(): Promise<void> {
  if ([...document.fonts].some(({ family }) => /^["']?Inter Variable["']?$/.test(family))) return;
  const { default: url } = await import(
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline'
  );
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) =>
    character.charCodeAt(0),
  );
  document.fonts.add(new FontFace(NAME, bytes, { weight: '100 900' }));
}
