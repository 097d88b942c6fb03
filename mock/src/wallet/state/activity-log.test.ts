import { describe, expect, it } from 'vitest';
import { createActivityLog } from './activity-log.js';

function createLog() {
  const state = { notices: 0 };
  const log = createActivityLog(
    (text) => (text === 'secret' ? '(token)' : undefined),
    () => state.notices++,
  );
  const begin = (session = 1, method = 'authorize') => log.begin(session, { method, params: {} });
  return { log, begin, state };
}

describe('createActivityLog', () => {
  it('keeps the last 200 requests, and those that wait longer than those that have ended', () => {
    const { log, begin } = createLog();
    begin();
    for (let index = 0; index < 500; index++) begin().end({ result: {} });
    const ids = log.getEntries().map(({ id }) => id);
    expect(ids).toEqual([1, ...Array.from({ length: 199 }, (_, index) => index + 303)]);
    expect(log.getWaiting().map(({ id }) => id)).toEqual([1]);
  });

  it('drops the oldest when too many wait, and ignores what becomes of it', () => {
    const { log, begin } = createLog();
    const first = begin();
    for (let index = 0; index < 200; index++) begin();
    first.note({ chain: 'solana:devnet' });
    first.end({ result: {} });
    expect(log.getEntries()).toHaveLength(200);
    expect(log.getEntries()[0]?.id).toBe(2);
  });

  it('ends a request once', () => {
    const { log, begin } = createLog();
    const record = begin();
    record.end({ unanswered: 'silence' });
    record.end({ result: {} });
    record.note({ decision: 'approved' });
    expect(log.getEntries()).toMatchObject([{ outcome: { unanswered: 'silence' } }]);
    expect(log.getEntries()[0]).not.toHaveProperty('decision');
  });

  it('ends the requests of a session that wait, and no others', () => {
    const { log, begin } = createLog();
    begin(1).end({ result: {} });
    begin(1);
    begin(2);
    log.endSession(1);
    expect(log.getEntries().map(({ outcome }) => outcome)).toEqual([
      { result: {} },
      { unanswered: 'session-ended' },
      undefined,
    ]);
  });

  it('forgets what has ended, and keeps what waits', () => {
    const { log, begin } = createLog();
    begin().end({ result: {} });
    const waiting = begin();
    log.clear();
    waiting.end({ result: { a: 1 } });
    expect(log.getEntries()).toMatchObject([{ id: 2, outcome: { result: { a: 1 } } }]);
  });

  it('cuts and marks all that a dapp or the wallet says', () => {
    const { log } = createLog();
    const long = 'x'.repeat(10_000);
    const record = log.begin(1, { method: long, params: [long] }, { identity: { name: long }, chain: long });
    record.end({ error: { code: -1, message: long, data: { auth_token: 'secret', long } } });
    log.begin(1, { method: 'authorize', params: { token: 'secret' } }).end({ result: { a: 'secret' } });
    const text = JSON.stringify(log.getEntries());
    expect(text.length).toBeLessThan(12_000);
    expect(text).not.toContain('secret');
    expect(log.getEntries().at(-1)).toMatchObject({
      params: { token: '(token)' },
      outcome: { result: { a: '(token)' } },
    });
  });

  it('tells of every change, and of nothing else', () => {
    const { log, begin, state } = createLog();
    const record = begin();
    record.note({ decision: 'approved' });
    record.end({ result: {} });
    expect(state.notices).toBe(3);
    record.end({ result: {} });
    log.endSession(1);
    expect(state.notices).toBe(3);
    log.clear();
    expect(state.notices).toBe(4);
  });
});
