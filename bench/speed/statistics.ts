/** Returns the value below which a share of all values lies. 0.5 gives the median. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('A quantile needs at least one value');
  return value;
}

/** Returns the median. */
export function getMedian(values: readonly number[]): number {
  return getQuantile(values, 0.5);
}

/** Formats times in ms: the median, and the 95th percentile in brackets. */
export function formatTimes(values: readonly number[]): string {
  return `${formatMs(getMedian(values))} [${formatMs(getQuantile(values, 0.95))}]`;
}

/** Formats the ratio of two medians. */
export function formatRatio(values: readonly number[], base: readonly number[]): string {
  return (getMedian(values) / getMedian(base)).toFixed(2);
}

function formatMs(ms: number): string {
  return ms.toFixed(ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0);
}
