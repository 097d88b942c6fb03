/**
 * What the approval page tells the page that embeds it. `busy`: there are sessions or requests (`isAsking`).
 * `done`: all sessions have ended, up to and including that of `launch`. `left`: the user has left without an
 * answer.
 */
export type ApprovalPageMessage = Readonly<
  | { type: 'mobile-wallet:busy'; isAsking: boolean }
  | { type: 'mobile-wallet:left' }
  | { type: 'mobile-wallet:done'; launch: number }
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
  /** How often the user has left. */
  leaves: number;
  /** Whether the wallet plays another device, which was joined by a QR code. */
  isRemote: boolean;
  /** Whether a request waits for the user, once there was one. */
  isAsking: boolean | undefined;
}>;

/**
 * What changes a {@link Visit}: a message of the approval page, or a step of a launch with the number that it
 * got.
 */
export type VisitEvent =
  | ApprovalPageMessage
  | Readonly<
      { type: 'launched'; isRemote?: boolean } | { type: 'failed' } | { type: 'opened'; number: number }
    >;

/** The visit of a page that has launched nothing. */
export const NO_VISIT: Visit = {
  opening: 0,
  latest: 0,
  ended: 0,
  isLeft: true,
  leaves: 0,
  isRemote: false,
  isAsking: undefined,
};

/**
 * Returns the visit after an event. A message of the approval page may come late, because it takes a
 * different connection than the response to a launch.
 */
export function getNextVisit(visit: Visit, event: VisitEvent): Visit {
  switch (event.type) {
    case 'launched':
      return {
        ...visit,
        opening: visit.opening + 1,
        isLeft: false,
        isRemote: event.isRemote ?? false,
        isAsking: undefined,
      };
    case 'opened':
      return { ...visit, opening: visit.opening - 1, latest: Math.max(visit.latest, event.number) };
    case 'failed':
      return { ...visit, opening: visit.opening - 1 };
    case 'mobile-wallet:busy':
      return {
        ...visit,
        ended: 0,
        isAsking: event.isAsking || (visit.isAsking === undefined ? undefined : false),
      };
    case 'mobile-wallet:done':
      return { ...visit, ended: event.launch };
    case 'mobile-wallet:left':
      return { ...visit, isLeft: true, leaves: visit.leaves + 1 };
  }
}

/** Whether the wallet is visible: a launch has not ended yet, and the user has not left. */
export function isVisible({ opening, latest, ended, isLeft }: Visit): boolean {
  return !isLeft && (opening > 0 || ended < latest);
}

/** Whether the wallet listens and asks its user nothing. */
export function isQuiet({ opening, isAsking }: Visit): boolean {
  return opening === 0 && isAsking !== true;
}

/**
 * Whether a session with another device goes on in which the user has answered all requests, and is back at
 * the page.
 */
export function isIdle(visit: Visit): boolean {
  return visit.isRemote && isQuiet(visit) && visit.isAsking === false;
}

/** A setting by which the wallet answers otherwise than its user would, in words. */
export type StatusNote = Readonly<{ setting: string; text: string }>;

/**
 * What the wallet's own screens tell the panel: its {@link StatusNote}s and whether its chain is a test, that
 * the user wants to scan a QR code, or that another phone is played from now on, for which the page has to be
 * loaded again.
 */
export type HomeMessage = Readonly<
  | { type: 'mobile-wallet:status'; notes: readonly StatusNote[]; isTest: boolean }
  | { type: 'mobile-wallet:scan' | 'mobile-wallet:reload' }
>;

type MessageData = Readonly<Record<string, unknown>>;

/**
 * Returns the data of a `message` event if a frame has sent it that shows a page of this origin, else
 * `undefined`: browser extensions and other frames post arbitrary data. Never throws.
 */
export function readFrameMessage(
  { source, origin, data }: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  frame: Window | null | undefined,
  frameOrigin: string,
): MessageData | undefined {
  // Check for a missing frame, because the source of a message is `null` after its window has closed.
  if (!frame || source !== frame || origin !== frameOrigin) return undefined;
  return typeof data === 'object' && data !== null ? (data as MessageData) : undefined;
}

/**
 * Returns a message of the approval page from the data of a frame's message, or `undefined` if it is no such
 * message.
 */
export function readApprovalPageMessage(data: MessageData): ApprovalPageMessage | undefined {
  const { type, launch, isAsking } = data;
  if (type === 'mobile-wallet:busy') return { type, isAsking: isAsking !== false };
  if (type === 'mobile-wallet:left') return { type };
  const isDone = type === 'mobile-wallet:done' && Number.isSafeInteger(launch);
  return isDone ? { type, launch: Number(launch) } : undefined;
}

/** Returns a message of the wallet's own screens, as {@link readApprovalPageMessage} does. */
export function readHomeMessage({ type, notes, isTest }: MessageData): HomeMessage | undefined {
  if (type === 'mobile-wallet:scan' || type === 'mobile-wallet:reload') return { type };
  const isStatus = type === 'mobile-wallet:status' && Array.isArray(notes);
  return isStatus ? { type, notes, isTest: isTest === true } : undefined;
}
