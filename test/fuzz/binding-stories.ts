import fc from 'fast-check';
import { APPS } from '../support/app-names.js';
import { BINDING_CALL_NAMES, type BindingCall } from './binding-calls.js';

const step = fc.record({
  page: fc.nat({ max: 2 }),
  // More often those that need no account, because the others do nothing without one.
  call: fc.oneof(
    fc.constantFrom(...BINDING_CALL_NAMES),
    fc.constantFrom<BindingCall>('connect', 'signIn', 'transact'),
  ),
  /** The app that dies before the call, or revives. */
  turned: fc.option(fc.constantFrom(...APPS), { freq: 2 }),
  isReload: fc.nat({ max: 5 }).map((number) => number === 0),
  /** How long the user takes until the next call, in ms; with nothing, until this one has settled. */
  pause: fc.option(fc.nat({ max: 10 }), { freq: 2 }),
});

/** What happens to three wallet apps that die and revive, and to pages over one store. */
export const bindingStories = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: 12 }),
  /** What the user picks in dialogs, and whether they approve: later on they cancel and approve. */
  picks: fc.array(fc.nat({ max: 11 }), { maxLength: 12 }),
  approvals: fc.array(fc.boolean(), { maxLength: 12 }),
  store: fc.constantFrom('localStorage', 'of the dapp'),
  chooseApp: fc.boolean(),
  idleMs: fc.constantFrom(0, 8, 40),
  dialogs: fc.constantFrom('all', 'none in the last page'),
});
export type BindingStory = typeof bindingStories extends fc.Arbitrary<infer T> ? T : never;

/** Creates the user's picks, of which each takes one of what a dialog offers. */
export function createPick({ picks }: BindingStory): <T>(from: readonly T[]) => T | 'cancel' {
  const next = [...picks];
  return (from) => {
    const pick = next.shift();
    return pick === undefined ? 'cancel' : (from[pick % from.length] ?? 'cancel');
  };
}
