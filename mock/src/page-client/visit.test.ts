import { describe, expect, it } from 'vitest';
import { getNextVisit, isVisible, NO_VISIT, type VisitEvent } from './visit.js';

const LAUNCHED: VisitEvent = { type: 'launched' };
const FAILED: VisitEvent = { type: 'failed' };
const BUSY: VisitEvent = { type: 'mobile-wallet:busy' };
const LEFT: VisitEvent = { type: 'mobile-wallet:left' };
const opened = (number: number): VisitEvent => ({ type: 'opened', number });
const done = (launch: number): VisitEvent => ({ type: 'mobile-wallet:done', launch });

function isVisibleAfter(...events: readonly VisitEvent[]): boolean {
  return isVisible(events.reduce(getNextVisit, NO_VISIT));
}

describe('a visit', () => {
  it('is visible from the launch until the approval page says that it has ended', () => {
    expect(isVisible(NO_VISIT)).toBe(false);
    expect(isVisibleAfter(LAUNCHED)).toBe(true);
    expect(isVisibleAfter(LAUNCHED, opened(7))).toBe(true);
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY)).toBe(true);
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY, done(7))).toBe(false);
  });

  it('outlives the late end of the launch before it, whenever that is heard of', () => {
    const before = [LAUNCHED, opened(7), BUSY];
    expect(isVisibleAfter(...before, LAUNCHED, done(7), opened(8))).toBe(true);
    expect(isVisibleAfter(...before, LAUNCHED, opened(8), done(7))).toBe(true);
    expect(isVisibleAfter(...before, done(7), LAUNCHED, opened(8))).toBe(true);
  });

  it('ends although its end was heard of before its answer', () => {
    expect(isVisibleAfter(LAUNCHED, opened(7), LAUNCHED, done(8), opened(8))).toBe(false);
  });

  it('ends with the last of several, in whatever order they were answered', () => {
    const both = [LAUNCHED, LAUNCHED, opened(8), opened(7), BUSY];
    expect(isVisibleAfter(...both, done(7))).toBe(true);
    expect(isVisibleAfter(...both, done(8))).toBe(false);
  });

  it('goes on after a done when there are sessions again', () => {
    expect(isVisibleAfter(LAUNCHED, opened(7), done(7), BUSY)).toBe(true);
  });

  it('ends with a launch that fails, unless another one goes on', () => {
    expect(isVisibleAfter(LAUNCHED, FAILED)).toBe(false);
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY, LAUNCHED, FAILED)).toBe(true);
  });

  it('ends when the person leaves, whatever is heard later, until the next launch', () => {
    expect(isVisibleAfter(LAUNCHED, opened(7), BUSY, LEFT, BUSY)).toBe(false);
    expect(isVisibleAfter(LAUNCHED, LEFT, opened(7))).toBe(false);
    expect(isVisibleAfter(LAUNCHED, LEFT, LAUNCHED, opened(8))).toBe(true);
  });
});
