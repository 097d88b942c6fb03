/** Returns what an error says. Code of other people may throw anything. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
