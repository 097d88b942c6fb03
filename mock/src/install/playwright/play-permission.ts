/** A state of the browser's permission in which it does not say that pages may connect. */
export type UngrantedState = 'prompt' | 'denied';

/**
 * Makes the browser answer pages that query the permission with this state, whatever it is. Playwright
 * serialises this function, so it cannot use anything outside of itself.
 */
export function playPermission({
  names,
  state,
}: Readonly<{ names: readonly string[]; state: UngrantedState }>): void {
  // Absent in pages that are not secure.
  const { prototype } = globalThis.Permissions ?? {};
  if (!prototype) return;
  const { query } = prototype;
  prototype.query = async function (descriptor) {
    const status = await query.call(this, descriptor);
    if (names.includes(descriptor.name)) Object.defineProperty(status, 'state', { value: state });
    return status;
  };
}
