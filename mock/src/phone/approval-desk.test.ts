import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../wallet/approval.js';
import { type ApprovalDesk, type ApprovalState, createApprovalDesk } from './approval-desk.js';

const { signal } = new AbortController();

function createRequest(id: number): ApprovalRequest {
  return { id, type: 'sign-messages', identity: {}, chain: 'solana:devnet', addresses: [], messages: [] };
}

function watch(desk: ApprovalDesk, page: string) {
  const states: ApprovalState[] = [];
  const stop = desk.watch(page, (state) => states.push(state));
  const getSummary = () => states.map(({ sessions, requests }) => [sessions, requests.map(({ id }) => id)]);
  return { getSummary, stop };
}

describe('createApprovalDesk', () => {
  it('calls a listener with the state immediately and after every change', async () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const session = desk.openSession('a');
    const { getSummary } = watch(desk, 'a');
    const first = desk.ask('a', createRequest(1), signal);
    const second = desk.ask('a', createRequest(2), signal);
    desk.decide('a', 2, { approved: false });
    desk.decide('a', 1, { approved: true, accounts: ['x'] });
    session.close();
    expect(await first).toEqual({ approved: true, accounts: ['x'] });
    expect(await second).toEqual({ approved: false });
    expect(getSummary()).toEqual([
      [1, []],
      [1, [1]],
      [1, [1, 2]],
      [1, [1]],
      [1, []],
      [0, []],
    ]);
  });

  it('keeps the queues of two pages separate', () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const { getSummary } = watch(desk, 'b');
    desk.openSession('a');
    void desk.ask('a', createRequest(1), signal);
    expect(getSummary()).toEqual([[0, []]]);
    expect(desk.decide('b', 1, { approved: true })).toBe(false);
    expect(desk.decide('a', 1, { approved: true })).toBe(true);
  });

  it('withdraws a request when its session ends', async () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const controller = new AbortController();
    const { getSummary } = watch(desk, 'a');
    const asked = desk.ask('a', createRequest(1), controller.signal);
    controller.abort(new Error('ended'));
    await expect(asked).rejects.toThrow('ended');
    expect(desk.decide('a', 1, { approved: true })).toBe(false);
    expect(getSummary()).toEqual([
      [0, []],
      [0, [1]],
      [0, []],
    ]);
    await expect(desk.ask('a', createRequest(2), controller.signal)).rejects.toThrow('ended');
  });

  it('numbers the launches of all pages in increasing order, and reports which have ended', () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const states: ApprovalState[] = [];
    const first = desk.openSession('a');
    desk.watch('a', (state) => states.push(state));
    const other = desk.openSession('b');
    const second = desk.openSession('a');
    first.close();
    second.close();
    expect(other.launch).toBeGreaterThan(first.launch);
    expect(second.launch).toBeGreaterThan(other.launch);
    expect(states.map(({ launch, sessions }) => [launch, sessions])).toEqual([
      [first.launch, 1],
      [second.launch, 2],
      [second.launch, 1],
      [second.launch, 0],
    ]);
  });

  it('still reports that a launch has ended after it has forgotten the page', () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const { launch, close } = desk.openSession('a');
    close();
    const states: ApprovalState[] = [];
    desk.watch('a', (state) => states.push(state));
    expect(states[0]?.launch).toBeGreaterThanOrEqual(launch);
  });

  it('decides a request only once', async () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const asked = desk.ask('a', createRequest(1), signal);
    expect(desk.decide('a', 1, { approved: false })).toBe(true);
    expect(desk.decide('a', 1, { approved: true })).toBe(false);
    expect(await asked).toEqual({ approved: false });
  });

  it('does not call a listener that was removed, and counts a session once that is closed twice', () => {
    const desk = createApprovalDesk({ name: 'App', getAccounts: () => [] }, true);
    const stopped = watch(desk, 'a');
    stopped.stop();
    const session = desk.openSession('a');
    desk.openSession('a');
    session.close();
    session.close();
    stopped.stop();
    const { getSummary } = watch(desk, 'a');
    expect(stopped.getSummary()).toEqual([[0, []]]);
    expect(getSummary()).toEqual([[1, []]]);
  });
});
