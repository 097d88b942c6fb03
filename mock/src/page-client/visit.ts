import type { ApprovalPageMessage } from '../approval-page/message.js';

/** What is known of a page's launches: whether the wallet is to be seen. */
export type Visit = Readonly<{
  /** Launches without an answer of the dev server. */
  opening: number;
  /** The highest number of a launch that the dev server has answered. */
  latest: number;
  /** All launches up to this number are over. */
  ended: number;
  /** The person has gone, and nothing was launched since. */
  isLeft: boolean;
}>;

/** What changes a {@link Visit}: what the approval page says, or how a launch goes; `number` is the dev server's. */
export type VisitEvent =
  | ApprovalPageMessage
  | Readonly<{ type: 'launched' | 'failed' } | { type: 'opened'; number: number }>;

/** A page that has launched nothing. */
export const NO_VISIT: Visit = { opening: 0, latest: 0, ended: 0, isLeft: true };

/**
 * Gives what is known after an event. Messages of the approval page may be late: they come by another connection than
 * the answers to launches do.
 */
export function getNextVisit(visit: Visit, event: VisitEvent): Visit {
  switch (event.type) {
    case 'launched':
      return { ...visit, opening: visit.opening + 1, isLeft: false };
    case 'opened':
      return { ...visit, opening: visit.opening - 1, latest: Math.max(visit.latest, event.number) };
    case 'failed':
      return { ...visit, opening: visit.opening - 1 };
    case 'mobile-wallet:busy':
      return { ...visit, ended: 0 };
    case 'mobile-wallet:done':
      return { ...visit, ended: event.launch };
    case 'mobile-wallet:left':
      return { ...visit, isLeft: true };
  }
}

/** Tells whether the wallet is to be seen: something is launched that has not ended, and the person has not left. */
export function isVisible({ opening, latest, ended, isLeft }: Visit): boolean {
  return !isLeft && (opening > 0 || ended < latest);
}
