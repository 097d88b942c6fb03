/** How many letters may be wrong in a word, for which another one is suggested. */
const MAX_DISTANCE = 3;

/** Returns `: did you mean "…"?` with the word that is most like the one that was typed, or a full stop if none is. */
export function suggest(typed: string, words: readonly string[]): string {
  const [nearest] = words
    .map((word) => ({ word, distance: getDistance(typed, word) }))
    .filter(
      ({ word, distance }) => distance <= Math.min(MAX_DISTANCE, word.length / 2) || word.startsWith(typed),
    )
    .sort((a, b) => a.distance - b.distance);
  return nearest ? `: did you mean ${nearest.word}?` : '.';
}

/** Returns how many letters have to be added, removed or replaced to make `b` of `a` (Levenshtein). */
function getDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
