/** Returns the lines of a table. */
export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
