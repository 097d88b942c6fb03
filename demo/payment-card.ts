import { createElement } from './dom.js';
import { createOutcomeView, type Outcome } from './outcome.js';
import { followSent, type Sent } from './sent.js';

export type PaymentCard = Readonly<{
  element: HTMLElement;
  show(outcome: Outcome): void;
  /** Shows what becomes of a payment that was sent; resolves when that is known, or cannot be. */
  follow(sent: Sent): Promise<void>;
}>;

/**
 * Makes the card of the payment that was made while connecting. It belongs to the page and not to a connection: a
 * payment stays in sight when the wallet disconnects.
 *
 * @param onPending is told whether a payment is undecided, at every change
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
