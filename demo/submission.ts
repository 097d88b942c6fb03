/** What became of each transaction: its signature if it was sent, `null` if it was not; `undefined` is not known. */
export type Signatures = readonly (Uint8Array | null | undefined)[];

/** Finds the signatures that an error NOT_SUBMITTED carries; an empty list where it carries none. */
export function getSignatures(error: unknown): Signatures {
  const { context } = (error ?? {}) as Readonly<{
    context?: Readonly<{ data?: Readonly<{ signatures?: Signatures }> }>;
  }>;
  const signatures = context?.data?.signatures;
  return Array.isArray(signatures) ? signatures : [];
}

/** Tells whether any transaction was sent, or may have been; also where the wallet says nothing of them. */
export function isAnySent(signatures: Signatures): boolean {
  return signatures.length === 0 || signatures.some((signature) => signature !== null);
}

const LOOK_FIRST = 'Look at your balance or your wallet’s activity first: sending it again could pay twice.';

/**
 * Says which of some transactions were sent, after the wallet has failed with some of them.
 *
 * @param cause a sentence that says why, where that is known
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
