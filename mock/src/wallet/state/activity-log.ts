import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import type { ActivityEntry, ActivityOutcome } from '../activity.js';
import type { Authorization } from '../authorizations.js';
import type { IncomingRequest } from '../incoming-request.js';
import { shortenJson } from './shorten-json.js';

/** What becomes known of a request while the wallet handles it. */
export type ActivityNote = Partial<
  Omit<ActivityEntry, 'id' | 'session' | 'method' | 'params' | 'at' | 'outcome' | 'endedAt'>
>;

/** A request in the log. After its end, and after the log has dropped it, its methods have no effect. */
export type ActivityRecord = Readonly<{
  /** Adds what has become known. */
  note(changes: ActivityNote): void;
  /** Notes how it ended. */
  end(outcome: ActivityOutcome): void;
}>;

/** The last requests of a wallet. */
export type ActivityLog = Readonly<{
  /** Notes a request of a session. `known` is what the session is authorized for. */
  begin(
    session: number,
    request: Pick<IncomingRequest, 'method' | 'params'>,
    known?: Pick<Authorization, 'identity' | 'chain'>,
  ): ActivityRecord;
  /** Ends the session's requests that wait. */
  endSession(session: number): void;
  /** Returns the requests, oldest first. */
  getEntries(): readonly ActivityEntry[];
  /** Returns the requests that have not ended, oldest first. */
  getWaiting(): readonly ActivityEntry[];
  /** Forgets the requests that have ended. */
  clear(): void;
}>;

/** Keeps the log of a dapp that sends requests without end small. */
const MAX_ENTRIES = 200;
const MAX_METHOD_LENGTH = 100;

/**
 * Creates an empty {@link ActivityLog}. `getMarker` returns what to log in place of a token; `notify` is
 * called after every change.
 */
export function createActivityLog(
  getMarker: (text: string) => string | undefined,
  notify: () => void,
): ActivityLog {
  const entries = new Map<number, ActivityEntry>();
  let lastId = 0;

  const shorten = <T>(value: T): T => shortenJson(value, getMarker) as T;

  const change = (id: number, changes: Partial<ActivityEntry>): void => {
    const entry = entries.get(id);
    if (!entry || entry.outcome) return;
    entries.set(id, { ...entry, ...changes });
    notify();
  };

  const endNow = (id: number, outcome: ActivityOutcome): void =>
    change(id, { outcome: shorten(outcome), endedAt: Date.now() });

  const getEntries = (): readonly ActivityEntry[] => Array.from(entries.values());

  const dropOldest = (): void => {
    const oldestFirst = getEntries();
    const dropped = oldestFirst.find(({ outcome }) => outcome) ?? oldestFirst[0];
    if (dropped) entries.delete(dropped.id);
  };

  return {
    begin(session, { method, params }, known) {
      const id = ++lastId;
      entries.set(id, {
        id,
        session,
        method: method.slice(0, MAX_METHOD_LENGTH),
        params: isJsonObject(params) ? shorten(params) : {},
        at: Date.now(),
        ...(known && shorten({ identity: known.identity, chain: known.chain })),
      });
      if (entries.size > MAX_ENTRIES) dropOldest();
      notify();
      return {
        note: ({ signatures, ...changes }) =>
          change(id, { ...shorten(changes), ...(signatures && { signatures }) }),
        end: (outcome) => endNow(id, outcome),
      };
    },
    endSession(session) {
      for (const entry of entries.values()) {
        if (entry.session === session) endNow(entry.id, { unanswered: 'session-ended' });
      }
    },
    getEntries,
    getWaiting: () => getEntries().filter(({ outcome }) => !outcome),
    clear() {
      for (const { id, outcome } of entries.values()) {
        if (outcome) entries.delete(id);
      }
      notify();
    },
  };
}
