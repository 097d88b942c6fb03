import { describe, expect, it } from 'vitest';
import { readStep } from './steps.js';

describe('readStep', () => {
  it('reads launches, requests, responses and the end, without the log’s own times', () => {
    const lines = [
      'opening solana-wallet:/v1/associate/local',
      'open: protocol v1',
      '→ authorize: 168 characters',
      '← authorize: error -1 after 903 ms',
      'closed by the wallet (code 1001)',
    ];
    expect(lines.map((line) => readStep(`[mobile wallet] +12 ms ${line}`, 5))).toEqual([
      { direction: 'out', label: 'Opens the wallet app', isVisit: true, at: 5 },
      { direction: 'none', label: 'Encrypted session', detail: 'protocol v1', at: 5 },
      { direction: 'out', label: 'authorize', detail: '168 characters', at: 5 },
      { direction: 'back', label: 'authorize', detail: 'error -1', at: 5 },
      { direction: 'back', label: 'Closes the session', at: 5 },
    ]);
  });

  it('leaves out a line that it does not know', () => {
    expect(readStep('[mobile wallet] +0 ms something else', 0)).toBeUndefined();
  });
});
