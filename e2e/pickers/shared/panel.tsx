import { type ReactNode, useState } from 'react';
import { type Actions, runAction } from './actions.js';

/**
 * Shows the connected address, if any, a button for each action, and the outcome of the last action as JSON.
 */
export function Panel({
  address,
  actions,
}: Readonly<{ address?: string | undefined; actions: Actions }>): ReactNode {
  const [outcome, setOutcome] = useState('');

  async function run(label: string, act: () => Promise<object>): Promise<void> {
    setOutcome('');
    setOutcome(await runAction(label, act));
  }

  return (
    <section>
      {address !== undefined && <p data-testid="address">{address}</p>}
      {Object.entries(actions).map(([label, act]) => (
        <button key={label} type="button" onClick={() => void run(label, act)}>
          {label}
        </button>
      ))}
      <output data-testid="outcome">{outcome}</output>
    </section>
  );
}
