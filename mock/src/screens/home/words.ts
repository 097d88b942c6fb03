/** Returns a time of the day, with the date before it if that is not today's. */
export function formatTime(time: number, now = Date.now()): string {
  const date = new Date(time);
  const clock = date.toLocaleTimeString('en-GB');
  const isToday = date.toDateString() === new Date(now).toDateString();
  return isToday
    ? clock
    : `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })}, ${clock}`;
}

/** Returns a time with its date and thousandths of a second, for those who compare it with a log. */
export function formatExactTime(time: number): string {
  const date = new Date(time);
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
  const thousandths = String(date.getMilliseconds()).padStart(3, '0');
  return `${day}, ${date.toLocaleTimeString('en-GB')}.${thousandths}`;
}

/** Returns a duration in seconds, with minutes before them if it is long. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${(Math.round(ms) / 1_000).toFixed(2)} s`;
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  // Rounded before minutes are taken off, so that there are never 60 seconds left.
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
