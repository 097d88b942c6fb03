/** For each transaction its signature if it was sent, `null` if it was not, and `undefined` if that is unknown. */
export type Signatures = readonly (Uint8Array | null | undefined)[];

/** Returns the signatures in a NOT_SUBMITTED error, or an empty list. */
export function getSignatures(error: unknown): Signatures {
  const { context } = (error ?? {}) as Readonly<{
    context?: Readonly<{ data?: Readonly<{ signatures?: Signatures }> }>;
  }>;
  const signatures = context?.data?.signatures;
  return Array.isArray(signatures) ? signatures : [];
}

/** Whether any transaction was or may have been sent. `true` for an empty list, because then nothing is known. */
export function isAnySent(signatures: Signatures): boolean {
  return signatures.length === 0 || signatures.some((signature) => signature !== null);
}

const LOOK_FIRST = 'Look at your balance or your wallet’s activity first: sending it again could pay twice.';

/**
 * Returns a title and advice that tell which transactions were sent, after the wallet has failed to send all of them.
 *
 * @param cause a sentence that says why, if known
 */
export function describeSubmission(
  signatures: Signatures,
  cause = 'The wallet could not get it onto the chain.',
): readonly [title: string, advice: string] {
  if (signatures.length === 0) return describeSubmission([undefined], cause);
  const sent = getPlaces(signatures, (signature) => signature instanceof Uint8Array);
  const notSent = getPlaces(signatures, (signature) => signature === null);
  const unknown = getPlaces(signatures, (signature) => signature === undefined);
  if (sent.length + unknown.length === 0) {
    const title = notSent.length > 1 ? 'The transactions were not sent' : 'The transaction was not sent';
    return [title, `${cause} Nothing was paid. Check your balance, then try again.`];
  }
  if (signatures.length === 1) {
    return unknown.length === 1
      ? ['The transaction may have been sent', `The wallet did not say what became of it. ${LOOK_FIRST}`]
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

function getPlaces(
  signatures: Signatures,
  isWanted: (signature: Signatures[number]) => boolean,
): readonly number[] {
  return signatures.flatMap((signature, index) => (isWanted(signature) ? [index + 1] : []));
}

function describePlaces(places: readonly number[], one: string, several: string): string {
  if (places.length === 0) return '';
  if (places.length === 1) return `Transaction ${places[0]} ${one}.`;
  return `Transactions ${places.slice(0, -1).join(', ')} and ${places.at(-1)} ${several}.`;
}
