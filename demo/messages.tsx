import { ForReaders } from './parts.js';
import type { Step } from './steps.js';

const WAYS = {
  out: ['→', 'Page to wallet: '],
  back: ['←', 'Wallet to page: '],
  none: ['·', ''],
} as const satisfies Readonly<Record<Step['direction'], readonly [string, string]>>;

/** What this page and the wallet said to each other, as it happens. Times count from the first step. */
export function Messages({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const [first] = steps;
  if (!first)
    return <p class="quiet">Each message to the wallet and back appears here, with its size and time.</p>;
  return (
    <ol class="steps">
      {steps.map(({ direction, label, detail, at }, index) => {
        const [arrow, words] = WAYS[direction];
        return (
          <li key={index} class="step" data-direction={direction}>
            <span class="way" aria-hidden="true">
              {arrow}
            </span>
            <span>
              <ForReaders>{words}</ForReaders>
              <span class="step-label">{label}</span> <span class="quiet">{detail}</span>
            </span>
            <span class="quiet">{formatTime(at - first.at)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function formatTime(elapsed: number): string {
  return `${(elapsed / 1000).toFixed(2)} s`;
}
