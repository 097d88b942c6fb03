/** Adds a line to a transaction's logs. */
export type Log = (line: string) => void;

const MOST_BYTES = 10_000;

/** Returns a function that adds lines to `logs`. As in a validator, those that would exceed the limit are left out. */
export function createLog(logs: string[]): Log {
  const encoder = new TextEncoder();
  let size = 0;
  let isTruncated = false;
  return (line) => {
    const { length } = encoder.encode(line);
    if (size + length < MOST_BYTES) {
      size += length;
      logs.push(line);
    } else if (!isTruncated) {
      isTruncated = true;
      logs.push('Log truncated');
    }
  };
}
