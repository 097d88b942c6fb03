/**
 * Returns what `action` returns. If it throws, returns what `onError` returns for the error; by default
 * `undefined`.
 */
export function attempt<T, TOtherwise = undefined>(
  action: () => T,
  onError?: (error: unknown) => TOtherwise,
): T | TOtherwise {
  try {
    return action();
  } catch (error) {
    return onError?.(error) as TOtherwise;
  }
}
