import { findSendError, type TransactionState } from 'mobile-wallet-standard';

type States = readonly TransactionState[];

/** Returns what an error says of the transactions of a send; an empty list if it says nothing. */
export function getStates(error: unknown): States {
  return findSendError(error)?.context.transactions ?? [];
}

/**
 * Whether any transaction was or may have been sent. `true` for an empty list, because then nothing is known.
 */
export function isAnySent(states: States): boolean {
  return states.length === 0 || states.some(({ status }) => status !== 'not-submitted');
}

const LOOK_FIRST = 'Check your balance before you pay again.';

/**
 * Returns a title and advice that tell which transactions were sent, after the wallet has failed to send all
 * of them.
 *
 * @param cause a sentence that says why, if known
 */
export function describeSubmission(
  states: States,
  cause = 'The wallet could not get it onto the chain.',
): readonly [title: string, advice: string] {
  if (states.length === 0) return describeSubmission([{ status: 'unknown' }], cause);
  const sent = getPlaces(states, 'submitted');
  const notSent = getPlaces(states, 'not-submitted');
  const unknown = getPlaces(states, 'unknown');
  if (sent.length + unknown.length === 0) {
    const title = notSent.length > 1 ? 'The transactions were not sent' : 'The transaction was not sent';
    return [title, `${cause} Your wallet says that nothing was paid. Check your balance, then try again.`];
  }
  if (states.length === 1) {
    return unknown.length === 1
      ? ['We can’t tell if it was paid', `Your wallet did not say. ${LOOK_FIRST}`]
      : ['The wallet reports a problem', 'The transaction was sent all the same. Check your balance.'];
  }
  const advice = [
    describePlaces(sent, 'was sent', 'were sent'),
    describePlaces(notSent, 'was not sent', 'were not sent'),
    describePlaces(unknown, 'may have been sent', 'may have been sent'),
    LOOK_FIRST,
  ];
  const title = notSent.length > 0 ? 'Not all transactions were sent' : 'The transactions may have been sent';
  return [title, advice.filter((part) => part !== '').join(' ')];
}

function getPlaces(states: States, wanted: TransactionState['status']): readonly number[] {
  return states.flatMap(({ status }, index) => (status === wanted ? [index + 1] : []));
}

function describePlaces(places: readonly number[], one: string, several: string): string {
  if (places.length === 0) return '';
  if (places.length === 1) return `Transaction ${places[0]} ${one}.`;
  return `Transactions ${places.slice(0, -1).join(', ')} and ${places.at(-1)} ${several}.`;
}
