import { createElement } from './dom.js';
import { createOutcomeView, type Outcome } from './outcome.js';
import { followSent, type Sent } from './sent.js';

export type PaymentCard = Readonly<{
  element: HTMLElement;
  show(outcome: Outcome): void;
  /** Shows the progress of a payment that was sent. Resolves when its result is known, or cannot be determined. */
  follow(sent: Sent): Promise<void>;
}>;

/**
 * Creates the card of the payment that was made while connecting. It belongs to the page, not to a connection, so
 * that it stays visible when the wallet disconnects.
 *
 * @param onPending called at every change, with whether a payment is undecided
 */
export function createPaymentCard(onPending: (isPending: boolean) => void): PaymentCard {
  const outcome = createOutcomeView(onPending);
  const element = createElement(
    'section',
    { class: 'payment', 'aria-label': 'Your payment', hidden: true },
    outcome.element,
  );
  const show = (result: Outcome) => {
    element.hidden = false;
    outcome.showOutcome(result);
  };
  return {
    element,
    show,
    async follow(sent) {
      element.hidden = false;
      onPending(true);
      show(await followSent(sent, outcome.showWaiting));
    },
  };
}
