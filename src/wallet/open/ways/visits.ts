/** Two visits without an answer that end within this time are no accident. */
const REPEAT_MS = 60_000;

/** Remembers, from call to call, whether wallet apps answer. */
export type VisitMemory = Readonly<{
  /** Notes that no wallet app has answered. Returns whether none did within the last minute either. */
  noteUnanswered(): boolean;
  /** Notes that a wallet app has answered. */
  noteAnswered(): void;
}>;

/** Creates a {@link VisitMemory}, which remembers nothing. */
export function createVisitMemory(): VisitMemory {
  let unansweredAt = Number.NEGATIVE_INFINITY;
  return {
    noteUnanswered() {
      const now = performance.now();
      const isRepeated = now - unansweredAt < REPEAT_MS;
      unansweredAt = now;
      return isRepeated;
    },
    noteAnswered() {
      unansweredAt = Number.NEGATIVE_INFINITY;
    },
  };
}
