import fc from 'fast-check';
import { nextTurn } from '../support/rejections.js';
import type { Dimensions } from './fuzz.js';
import { ENDS } from './sending-dapps.js';
import { type Act, DAMAGES, FAILURES, FATES, REFUSALS, SUCCESSES } from './sending-wallet.js';

export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** Mostly the first value. */
export const mostly = <T>(values: readonly T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(values[0] as T) },
    { weight: 2, arbitrary: fc.constantFrom(...values.slice(1)) },
  );

const PROMPT = keysOf(FAILURES).filter((name) => name !== 'late -1');

/** What a wallet app does with its requests to send. */
export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    refusal: mostly(REFUSALS),
    isRewritten: mostly([true, false]),
    fates: fc.array(mostly(FATES), { minLength: 1, maxLength: 4 }),
    success: fc.constantFrom(...keysOf(SUCCESSES)),
    damage: mostly(keysOf(DAMAGES)),
    // It takes more than a second.
    failure: fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...PROMPT) }, fc.constant('late -1' as const)),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The dimensions of {@link acts}, as `acts` of what is drawn. */
export const actDimensions: Dimensions<Readonly<{ acts: readonly Act[] }>> = {
  refusal: [REFUSALS, ({ acts }) => acts.map(({ refusal }) => refusal)],
  rewritten: [[true, false], ({ acts }) => acts.map(({ isRewritten }) => isRewritten)],
  fate: [FATES, ({ acts }) => acts.flatMap(({ fates }) => fates)],
  success: [keysOf(SUCCESSES), ({ acts }) => acts.map(({ success }) => success)],
  damage: [keysOf(DAMAGES), ({ acts }) => acts.map(({ damage }) => damage)],
  failure: [keysOf(FAILURES), ({ acts }) => acts.map(({ failure }) => failure)],
};

/** How a send ends early, by the dapp or by the app. */
const WAYS = [...ENDS, 'the app leaves'] as const;

/** At which step a send ends, if it does, and how many turns the app then waits. Half of them do. */
export const early = fc.option(
  fc.record({ how: fc.constantFrom(...WAYS), step: fc.nat({ max: 12 }), turns: fc.nat({ max: 3 }) }),
  { freq: 2 },
);
type Early = typeof early extends fc.Arbitrary<infer T> ? T : never;

/** The dimension of {@link early}, as `early` of what is drawn. */
export const earlyDimensions: Dimensions<Readonly<{ early: Early }>> = {
  end: [['none', ...WAYS], ({ early }) => [early?.how ?? 'none']],
};

/**
 * Counts an app's steps from when `ends` are set, and ends the send by one of them when it is time; where the
 * dapp has no such way, as it can.
 */
export function createEnding(early: Early) {
  let ends: Partial<Record<string, () => unknown>> | undefined;
  let steps = 0;
  return {
    begin(ways: typeof ends): void {
      ends = ways;
    },
    async onStep(): Promise<void> {
      if (!early || !ends || steps++ !== early.step) return;
      const end = ends[early.how] ?? ends['abort'] ?? ends['disconnect'];
      // What ends a session may itself reject, as a revoke whose app has left.
      void Promise.resolve(end?.()).catch(() => {});
      for (let turn = 0; turn < early.turns; turn++) await nextTurn();
    },
  };
}
