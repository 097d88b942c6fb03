import { OutcomeView, type Task } from './outcome.js';
import { Icon } from './parts.js';

const STEPS = ['Connect', 'Approve', 'Paid'];

/**
 * The payment that was made while connecting: its steps, which light up as they are done, and then the
 * receipt. It belongs to the page, not to a connection, so that it stays visible when the wallet disconnects.
 */
export function Receipt({ task, done }: Readonly<{ task: Task; done: number }>) {
  return (
    <section class="receipt" aria-label="Your payment">
      <ol class="stepper">
        {STEPS.map((name, index) => (
          <li
            key={name}
            data-state={index < done ? 'done' : task.isBusy && index === done ? 'now' : 'open'}
            aria-current={task.isBusy && index === done ? 'step' : undefined}
          >
            <span class="dot" aria-hidden="true">
              {index < done ? <Icon name="check" /> : index + 1}
            </span>
            {name}
          </li>
        ))}
      </ol>
      <OutcomeView task={task} />
    </section>
  );
}
