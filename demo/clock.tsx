import { useEffect, useState } from 'preact/hooks';

/** After so many seconds, a wait is longer than usual. */
const USUAL_S = 10;
/** The end of a wait: a transaction's blockhash lives for a minute or two. */
const END_S = 120;

/** Whether a wait of so many seconds is longer than usual. */
export const isLate = (seconds: number): boolean => seconds >= USUAL_S;

/** Returns for how many whole seconds `isRunning` has been true; `undefined` while it is not. */
export function useSeconds(isRunning: boolean): number | undefined {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const start = performance.now();
    setSeconds(0);
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1000)), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return isRunning ? seconds : undefined;
}

/** A ring that fills in the usual time, and once more until the end of the wait, with the seconds in it. */
export function Clock({ seconds }: Readonly<{ seconds: number }>) {
  const part = isLate(seconds) ? (seconds - USUAL_S) / (END_S - USUAL_S) : seconds / USUAL_S;
  return (
    <svg viewBox="0 0 64 64" class="clock" data-late={isLate(seconds) || undefined} aria-hidden="true">
      <circle cx="32" cy="32" r="29" />
      <circle
        cx="32"
        cy="32"
        r="29"
        class="hand"
        pathLength="1"
        stroke-dasharray="1"
        stroke-dashoffset={Math.max(0, 1 - part)}
      />
      <text x="32" y="38">
        {seconds}
      </text>
    </svg>
  );
}
