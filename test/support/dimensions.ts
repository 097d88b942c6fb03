/**
 * From so many runs on, a value that one run in 40 draws is missing in less than one of 10¹⁰ tests: 0.975 **
 * 1,000.
 */
const CERTAIN_RUNS = 1_000;

/**
 * Counts how often each dimension of a fuzz takes each of the values that it can take. Each must be drawn in
 * at least one run of 40.
 */
export function countDimensions(dimensions: Readonly<Record<string, readonly unknown[]>>) {
  const counts = new Map<string, number>();
  const getKey = (dimension: string, value: unknown): string => JSON.stringify([dimension, String(value)]);
  for (const [name, values] of Object.entries(dimensions)) {
    for (const value of values) counts.set(getKey(name, value), 0);
  }
  return {
    /** Counts a value, also one that `dimensions` does not name. */
    count(dimension: string, value: unknown): void {
      const key = getKey(dimension, value);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    /**
     * Prints the counts if `FUZZ_REPORT` is set. Returns the values that never occurred, if
     * there were enough runs to be certain of each: from {@link CERTAIN_RUNS}, or if every run draws the
     * same.
     */
    report(name: string, runs: number, isSame = false): readonly string[] {
      const { FUZZ_REPORT } = process.env;
      const entries = [...counts].map(([key, times]) => [...JSON.parse(key), times]);
      const lines = entries.map(([dimension, value, times]) => `    ${dimension} ${value}: ${times}\n`);
      if (FUZZ_REPORT) process.stdout.write(`${runs} cases: ${name}\n${lines.join('')}`);
      if (runs < CERTAIN_RUNS && !isSame) return [];
      return entries
        .filter(([, , times]) => times === 0)
        .map(([dimension, value]) => `${dimension}: ${value}`);
    },
    /** Counts the different values of a dimension. */
    countValues: (name: string): number =>
      [...counts.keys()].filter((key) => JSON.parse(key)[0] === name).length,
  };
}
