import * as v from 'valibot';
import { integerTo, parse, partial, truth } from '../../values/parse.js';

/** How the JSON-RPC of a chain answers. All of it can change while the chain runs. */
export type RpcSettings = Readonly<{
  /**
   * Whether a transaction becomes `processed`, `confirmed` and `finalized` slot by slot, as on a cluster: 2,
   * 3 and 33 slots after its own has ended. `false` by default: then a success is final at once, and a
   * failure 2 slots later, because web3.js' `confirmTransaction` rejects without an `Error` if it finds a
   * failure at once.
   */
  stages: boolean;
  /** How many slots the RPC is behind the chain; 0 by default. Lists of accounts are never behind. */
  slotsBehind: number;
  /** How many milliseconds later each request is answered; 0 by default. */
  delayMs: number;
  /** The HTTP status of all answers; 200 by default. With any other, such as 429, each request is refused. */
  httpStatus: number;
  /** The priority fee of `getRecentPrioritizationFees`, in micro-lamports per compute unit; 0 by default. */
  priorityFee: number;
}>;

/** How certain a transaction is, from the least to the most. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** All commitments, from the most certain to the least. */
export const COMMITMENTS: readonly Commitment[] = ['finalized', 'confirmed', 'processed'];

/** How many slots the newest block is ahead of those that have a commitment. */
export const STAGES: Readonly<Record<Commitment, bigint>> = { processed: 3n, confirmed: 4n, finalized: 34n };

/** The HTTP status of answers that are none of the faults. */
export const OK = 200;

const DEFAULTS: RpcSettings = { stages: false, slotsBehind: 0, delayMs: 0, httpStatus: OK, priorityFee: 0 };
/** The names of all settings. */
export const RPC_SETTINGS: readonly string[] = Object.keys(DEFAULTS);

const MAX_SLOTS = 1_000_000;
const MAX_DELAY_MS = 600_000;
const MAX_STATUS = 599;

const changes = partial(
  {
    stages: truth,
    slotsBehind: integerTo(MAX_SLOTS),
    delayMs: integerTo(MAX_DELAY_MS),
    httpStatus: v.pipe(integerTo(MAX_STATUS), v.minValue(OK, `must be an HTTP status from ${OK} on`)),
    priorityFee: integerTo(Number.MAX_SAFE_INTEGER),
  },
  `is no setting of the RPC: ${RPC_SETTINGS.join(', ')}`,
);

/** Returns settings with changes that code without types may pass. Throws a TypeError or RangeError. */
export function changeRpcSettings(value: unknown, settings: RpcSettings = DEFAULTS): RpcSettings {
  return { ...settings, ...parse(changes, value, 'changes') };
}
