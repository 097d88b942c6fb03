import { assertArgument } from '../util/errors.js';

/**
 * Invisible characters that change how the text around them is shown: control characters (including line
 * breaks), line and paragraph separators, bidirectional controls, and lone surrogates.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu;

const MAX_LABEL_LENGTH = 128;

/** Whether `text` is one line without characters that change how the text around them is shown. */
export function isPlainText(text: string): boolean {
  return text.search(UNSAFE) === -1;
}

/** Returns the beginning of a text that pages show, in plain text ({@link isPlainText}). */
export function getLabel(text: string): string {
  return text.slice(0, MAX_LABEL_LENGTH).replace(UNSAFE, '');
}

/**
 * `https://`, a host without credentials, and a path of characters that `URL` neither removes nor changes to
 * `/`. The slashes are required, because browsers resolve a URI without them against the page: on an `https:`
 * page, `https:good` is a path.
 */
const BASE_URI = /^https:\/\/[^/?#\\@\s\p{Cc}]+(\/[^?#\\\s\p{Cc}]*)?$/iu;
const MAX_BASE_URI_LENGTH = 2_048;

/**
 * Whether a `wallet_uri_base` can be used: an absolute `https:` URI without query, fragment or credentials,
 * of at most 2,048 characters. A custom scheme cannot be used, because any app on the phone could claim it
 * (Mobile Wallet Adapter 2.0, "Endpoint-specific URIs").
 */
export function isBaseUri(baseUri: unknown): baseUri is string {
  return (
    typeof baseUri === 'string' &&
    baseUri.length <= MAX_BASE_URI_LENGTH &&
    BASE_URI.test(baseUri) &&
    URL.canParse(baseUri)
  );
}

/** Throws `INVALID_ARGUMENT` unless {@link isBaseUri}. */
export function assertBaseUri(baseUri: unknown): asserts baseUri is string {
  const expectation = 'must be an absolute https: URI without query, fragment or credentials';
  assertArgument(isBaseUri(baseUri), 'baseUri', expectation);
}
