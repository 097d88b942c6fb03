import { describe, expect, it } from 'vitest';
import { getNextVisit, isIdle, isVisible, NO_VISIT, type VisitEvent } from './visit.js';

const LAUNCHED: VisitEvent = { type: 'launched' };
const FAILED: VisitEvent = { type: 'failed' };
const BUSY: VisitEvent = { type: 'mobile-wallet:busy', isAsking: true };
const QUIET: VisitEvent = { type: 'mobile-wallet:busy', isAsking: false };
const LEFT: VisitEvent = { type: 'mobile-wallet:left' };
const opened = (number: number): VisitEvent => ({ type: 'opened', number });
const done = (launch: number): VisitEvent => ({ type: 'mobile-wallet:done', launch });

function isVisibleAfter(...events: readonly VisitEvent[]): boolean {
  return isVisible(events.reduce(getNextVisit, NO_VISIT));
}

describe('a visit', () => {
  it('is visible from the launch until the approval page reports its end', () => {
    expect(isVisible(NO_VISIT)).toBe(false);
    expect(isVisibleAfter(LAUNCHED)).toBe(true);
    expect(isVisibleAfter(LAUNCHED, opened(7))).toBe(true);
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY)).toBe(true);
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY, done(7))).toBe(false);
  });

  it('goes on when the end of an earlier launch is reported late', () => {
    const before = [LAUNCHED, opened(7), BUSY];
    expect(isVisibleAfter(...before, LAUNCHED, done(7), opened(8))).toBe(true);
    expect(isVisibleAfter(...before, LAUNCHED, opened(8), done(7))).toBe(true);
    expect(isVisibleAfter(...before, done(7), LAUNCHED, opened(8))).toBe(true);
  });

  it('ends even if its end is reported before its launch is answered', () => {
    expect(isVisibleAfter(LAUNCHED, opened(7), LAUNCHED, done(8), opened(8))).toBe(false);
  });

  it('ends with the last of several launches, in whatever order they were answered', () => {
    const both = [LAUNCHED, LAUNCHED, opened(8), opened(7), BUSY];
    expect(isVisibleAfter(...both, done(7))).toBe(true);
    expect(isVisibleAfter(...both, done(8))).toBe(false);
  });

  it('goes on if there are sessions again after `done`', () => {
    expect(isVisibleAfter(LAUNCHED, opened(7), done(7), BUSY)).toBe(true);
  });

  it('ends when a launch fails, unless another one goes on', () => {
    expect(isVisibleAfter(LAUNCHED, FAILED)).toBe(false);
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY, LAUNCHED, FAILED)).toBe(true);
  });

  it('ends when the user leaves, whatever is reported later, until the next launch', () => {
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY, LEFT, BUSY)).toBe(false);
    expect(isVisibleAfter(LAUNCHED, LEFT, opened(7))).toBe(false);
    expect(isVisibleAfter(LAUNCHED, LEFT, LAUNCHED, opened(8))).toBe(true);
  });

  it('is idle between the requests of a session with another device, but not before the first', () => {
    const isIdleAfter = (...events: readonly VisitEvent[]) => isIdle(events.reduce(getNextVisit, NO_VISIT));
    const joined = [{ type: 'launched', isRemote: true }, opened(7), QUIET] as const;
    expect(isIdleAfter(...joined)).toBe(false);
    expect(isIdleAfter(...joined, BUSY)).toBe(false);
    expect(isIdleAfter(...joined, BUSY, QUIET)).toBe(true);
    expect(isIdleAfter(...joined, BUSY, QUIET, BUSY)).toBe(false);
    expect(isIdleAfter(LAUNCHED, opened(7), BUSY, QUIET)).toBe(false);
  });
});
