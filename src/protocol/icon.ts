/** A data URI of an image type that Wallet Standard allows, in standard base64. */
const ICON = /^data:image\/(?:svg\+xml|webp|png|gif);base64,([A-Za-z\d+/]+={0,2})$/;

/** Whether `icon` is a base64 data URI of an SVG, WebP, PNG or GIF image. */
export function isIcon(
  icon: unknown,
): icon is `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}` {
  const base64 = typeof icon === 'string' ? ICON.exec(icon)?.[1] : undefined;
  return base64 !== undefined && base64.length % 4 === 0;
}
