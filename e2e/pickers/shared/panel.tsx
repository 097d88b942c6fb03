import { type ReactNode, useState } from 'react';

/** The panel's actions by their buttons' labels. The panel shows what an action returns. */
export type Actions = Readonly<Record<string, () => Promise<object>>>;

/**
 * Shows the connected address, if any, a button for each action, and the outcome of the last action as JSON:
 * `{"action":"sign-one", …}`, or with an `error`.
 */
export function Panel({
  address,
  actions,
}: Readonly<{ address?: string | undefined; actions: Actions }>): ReactNode {
  const [outcome, setOutcome] = useState('');

  async function run(label: string, act: () => Promise<object>): Promise<void> {
    const action = label.toLowerCase().replaceAll(' ', '-');
    setOutcome('');
    const result = await act().catch((error) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
    setOutcome(JSON.stringify({ action, ...result }));
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
