/**
 * What has reached loopback although the permission for it was not granted: WebSockets alone, or probes, too.
 * The permission's state alone does not tell, because Chromium reports it also to pages that need none, such
 * as one on a host name with a private address. A page cannot ask for its own address.
 */
export type Ungated = 'sockets' | 'probes';

/** Where that is kept, with the {@link getPlace}, as words: none if nothing is known. */
export type ProofEntry = Readonly<{
  read(): readonly (string | undefined)[];
  write(...words: readonly string[]): void;
}>;

let words: readonly string[] = [];

/** A {@link ProofEntry} in the page's memory. */
export const PAGE_PROOF: ProofEntry = {
  read: () => words,
  write(...next) {
    words = next;
  },
};

/** Returns where a proof counts. Another browser may gate this page, and so may this one at another host. */
export const getPlace = (): string => `${location.host} ${navigator.userAgent}`;

/** Returns what has reached loopback from here without the permission, as far as that is known. */
export function readProof(entry: ProofEntry): Ungated | undefined {
  const [proven, ...place] = entry.read();
  return place.join(' ') === getPlace() ? (proven as Ungated) : undefined;
}
