import { Clock } from './clock.js';
import { Facts, OutcomeView, type Shown, type Task, useProgressOf } from './outcome.js';
import { BusyButton, Icon } from './parts.js';

type ReceiptProps = Readonly<{
  task: Task;
  /** Absent where no wallet can pay. */
  payAgain: (() => void) | undefined;
}>;

/**
 * What came of a payment. It belongs to the page, not to a connection, so that it stays when the wallet
 * disconnects.
 */
export function Receipt({ task, payAgain }: ReceiptProps) {
  const outcome = useProgressOf(task.outcome);
  const isShort = outcome?.tone === 'success' || (outcome?.tone === 'waiting' && !outcome.next);
  return (
    <section class={`receipt ${isShort ? 'moment' : ''}`} data-tone={outcome?.tone} aria-label="Your payment">
      {isShort ? (
        <Moment key={outcome.tone} outcome={outcome} payAgain={payAgain} />
      ) : (
        <OutcomeView task={task} />
      )}
    </section>
  );
}

/** The circle, which turns while the page waits and then draws its tick, and what was paid. */
function Moment({
  outcome: { tone, title, text, facts = [], waited },
  payAgain,
}: Readonly<{ outcome: Shown }> & Pick<ReceiptProps, 'payAgain'>) {
  const isPaid = tone === 'success';
  return (
    <>
      {waited === undefined ? (
        <svg viewBox="0 0 64 64" class="circle" data-tone={tone} aria-hidden="true">
          <circle cx="32" cy="32" r="29" />
          <path d={isPaid ? 'M19 33l9 9 17-19' : 'M32 3a29 29 0 0 1 29 29'} pathLength="1" />
        </svg>
      ) : (
        <Clock seconds={waited} />
      )}
      <div role="status">
        <h2 class="moment-title">{title}</h2>
        <p class="quiet">{text}</p>
      </div>
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
        </div>
      ) : null}
    </>
  );
}
