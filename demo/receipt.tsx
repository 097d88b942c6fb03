import { Facts, type Outcome, OutcomeView, Pointer, type Task, useProgressOf } from './outcome.js';
import { BusyButton, Icon } from './parts.js';
import { PaymentCode } from './payment-code.js';
import type { WayToPay } from './ways-to-pay.js';

const STEPS = ['Connect', 'Approve', 'Paid'];

/** The steps of a payment, which light up as they are done, and below them what came of it. */
export function PaymentSteps({ task, done, label }: Readonly<{ task: Task; done: number; label: string }>) {
  return (
    <section class="receipt" aria-label={label}>
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

type Again = Readonly<{ loadCode: WayToPay['loadCode'] | undefined; payAgain: (() => void) | undefined }>;

/**
 * A payment beside the connected account. It belongs to the page, not to a connection, so that it stays when
 * the wallet disconnects. `loadCode` and `payAgain` are absent where the wallet cannot pay.
 */
export function Receipt({ task, ...again }: Readonly<{ task: Task }> & Again) {
  const outcome = useProgressOf(task.outcome);
  const isShort = outcome?.tone === 'success' || (outcome?.tone === 'waiting' && !outcome.next);
  return (
    <section class={`card receipt ${isShort ? 'moment' : ''}`} aria-label="Your payment">
      {isShort ? <Moment outcome={outcome} {...again} /> : <OutcomeView task={task} />}
    </section>
  );
}

/** The circle, which turns while the page waits and then draws its tick, and what was paid. */
function Moment({
  outcome: { tone, title, text, facts = [] },
  loadCode,
  payAgain,
}: Readonly<{ outcome: Outcome }> & Again) {
  const isPaid = tone === 'success';
  return (
    <>
      <svg viewBox="0 0 64 64" class="circle" data-tone={tone} aria-hidden="true">
        <circle cx="32" cy="32" r="29" />
        <path d={isPaid ? 'M19 33l9 9 17-19' : 'M32 3a29 29 0 0 1 29 29'} pathLength="1" />
      </svg>
      <div role="status">
        <h2 class="moment-title">{title}</h2>
        <p class="quiet">{text}</p>
      </div>
      {isPaid ? null : <Pointer />}
      {isPaid ? (
        <div class="moment-more">
          {payAgain ? (
            <BusyButton kind="button quiet" onPress={payAgain}>
              Pay again
            </BusyButton>
          ) : null}
          <details>
            <summary>
              Receipt <Icon name="down" />
            </summary>
            <Facts facts={facts} />
          </details>
          {loadCode === undefined ? null : (
            <details>
              <summary>
                Code <Icon name="down" />
              </summary>
              <PaymentCode load={loadCode} />
            </details>
          )}
        </div>
      ) : null}
    </>
  );
}
