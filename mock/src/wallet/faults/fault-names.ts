/** Faults of a reply that a person can choose by name. */
export const FAULT_NAMES = [
  'wrong-id',
  'not-json',
  'no-result',
  'result-of-wrong-type',
  'unknown-error-code',
  'bad-tag',
  'wrong-sequence-number',
  'repeated-frame',
  'empty-frame',
  'short-frame',
  'text-frame',
  'close-1000',
  'close-1001',
  'close-1011',
  'drop',
  'deaf',
] as const;

/** The name of a fault of a reply. */
export type FaultName = (typeof FAULT_NAMES)[number];
