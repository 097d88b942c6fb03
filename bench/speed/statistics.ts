/** Gives the value below which a share of all values lies: 0.5 is the median. */
export function getQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('There is nothing to take a quantile of');
  return value;
}

/** Gives the middle value. */
export function getMedian(values: readonly number[]): number {
  return getQuantile(values, 0.5);
}

/** Words milliseconds: the median, and the 95th percentile in brackets. */
export function formatTimes(values: readonly number[]): string {
  return `${formatMs(getMedian(values))} [${formatMs(getQuantile(values, 0.95))}]`;
}

/** Words the ratio of two series' medians. */
export function formatRatio(values: readonly number[], base: readonly number[]): string {
  return `${(getMedian(values) / getMedian(base)).toFixed(2)} ×`;
}

function formatMs(ms: number): string {
  return `${ms.toFixed(ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`;
}
