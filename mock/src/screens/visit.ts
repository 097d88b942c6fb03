/**
 * What the approval page tells the page that embeds it. `busy`: there are sessions or requests. `done`: all
 * sessions have ended, up to and including that of `launch`. `left`: the user has left without an answer.
 */
export type ApprovalPageMessage = Readonly<
  { type: 'mobile-wallet:busy' | 'mobile-wallet:left' } | { type: 'mobile-wallet:done'; launch: number }
>;

/** The state of a page's launches, from which it follows whether the wallet is visible. */
export type Visit = Readonly<{
  /** How many launches the dev server has not answered yet. */
  opening: number;
  /** The highest launch number that the dev server has returned. */
  latest: number;
  /** All launches up to this number have ended. */
  ended: number;
  /** The user has left, and nothing was launched since. */
  isLeft: boolean;
}>;

/** What changes a {@link Visit}: a message of the approval page, or a step of a launch with the number that it got. */
export type VisitEvent =
  | ApprovalPageMessage
  | Readonly<{ type: 'launched' | 'failed' } | { type: 'opened'; number: number }>;

/** The visit of a page that has launched nothing. */
export const NO_VISIT: Visit = { opening: 0, latest: 0, ended: 0, isLeft: true };

/**
 * Returns the visit after an event. A message of the approval page may come late, because it takes a different
 * connection than the response to a launch.
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

/** Whether the wallet is visible: a launch has not ended yet, and the user has not left. */
export function isVisible({ opening, latest, ended, isLeft }: Visit): boolean {
  return !isLeft && (opening > 0 || ended < latest);
}

/**
 * Returns a message of the approval page, or `undefined` for any other `message` event of the page: browser
 * extensions and other frames post arbitrary data. Never throws.
 *
 * @param frame the window of the approval page, if it is loaded
 * @param frameOrigin the origin of the approval page
 */
export function readApprovalPageMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null,
  frameOrigin: string,
): ApprovalPageMessage | undefined {
  // Check for `null`, because the source of a message is `null` after its window has closed.
  if (frame === null || source !== frame || origin !== frameOrigin) return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, launch }: Readonly<{ type?: unknown; launch?: unknown }> = data;
  if (type === 'mobile-wallet:busy' || type === 'mobile-wallet:left') return { type };
  const isDone = type === 'mobile-wallet:done' && Number.isSafeInteger(launch);
  return isDone ? { type, launch: Number(launch) } : undefined;
}
