/** What became of each transaction: its signature if it was sent, `null` if it was not; `undefined` is not known. */
export type Signatures = readonly (Uint8Array | null | undefined)[];

/** Finds the signatures that an error NOT_SUBMITTED carries; an empty list where it carries none. */
export function getSignatures(error: unknown): Signatures {
  const { context } = error as Readonly<{
    context?: Readonly<{ data?: Readonly<{ signatures?: Signatures }> }>;
  }>;
  return context?.data?.signatures ?? [];
}

/** Says which of some transactions were sent, after the wallet has failed with some of them. */
export function describeSubmission(signatures: Signatures): readonly [title: string, advice: string] {
  const sent = getPlaces(signatures, (signature) => signature instanceof Uint8Array);
  const notSent = getPlaces(signatures, (signature) => signature === null);
  const unknown = getPlaces(signatures, (signature) => signature === undefined);
  if (sent.length + unknown.length === 0) {
    const title = notSent.length > 1 ? 'The transactions were not sent' : 'The transaction was not sent';
    return [title, 'The wallet could not get it onto the chain. Check your balance, then try again.'];
  }
  if (signatures.length === 1) {
    return unknown.length === 1
      ? [
          'The transaction may have been sent',
          'The wallet did not say what became of it. Check your balance before you try again.',
        ]
      : ['The wallet reports a problem', 'The transaction was sent all the same. Check your balance.'];
  }
  const advice = [
    describePlaces(sent, 'was sent', 'were sent'),
    describePlaces(notSent, 'was not sent', 'were not sent'),
    describePlaces(unknown, 'may have been sent', 'may have been sent'),
    'Check your balance before you try again.',
  ];
  return ['Not all transactions were sent', advice.filter((part) => part !== '').join(' ')];
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
