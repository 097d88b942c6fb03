import { assertArgument } from '../../util/errors.js';

/**
 * Returns the `intent:` URI by which Chromium on Android opens `uri` in the app with this package and in no
 * other (https://developer.chrome.com/docs/android/intents). It has no fallback address, which would replace
 * the page: without the app, Android opens its page in the store. Android reads what follows the last `#`.
 *
 * @throws `INVALID_ARGUMENT` for what is no name of a package
 */
export function getIntentUri(uri: string, androidPackage: string): string {
  assertArgument(isAndroidPackage(androidPackage), 'androidPackage', 'must be an Android package');
  const scheme = uri.slice(0, uri.indexOf(':'));
  return `intent:${uri.slice(scheme.length + 1)}#Intent;scheme=${scheme};package=${androidPackage};end`;
}

/** Whether a value is the name of an Android package, such as `app.phantom`. */
export function isAndroidPackage(name: unknown): name is string {
  return typeof name === 'string' && name.length <= 255 && /^[a-z]\w*(\.[a-z]\w*)+$/i.test(name);
}
