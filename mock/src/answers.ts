import type { FaultName } from './faults/fault-names.js';

/**
 * What a wallet does with a request instead of approving or declining it:
 *
 * - `error`: it answers with this error. Without a `message`, it uses the reference library's for the code.
 * - `invalid-payloads`: it answers -2. The payloads at `indexes` are marked as invalid.
 * - `not-submitted`: it signs all transactions, sends them except those at `indexes`, and answers -4 with the signatures of
 *   the others.
 * - `silence`: it never answers. `close`: it closes the connection, as a user who leaves the app. `crash`: it drops it.
 * - `forget-token`: it forgets the dapp's tokens and the session's authorization, and answers -1.
 * - `twice`: it approves, and sends the reply twice.
 * - `fault`: it approves, and the reply has a fault.
 */
export type OtherAnswer = Readonly<
  | { type: 'error'; code: number; message?: string; data?: unknown }
  | { type: 'invalid-payloads' | 'not-submitted'; indexes: readonly number[] }
  | { type: 'silence' | 'close' | 'crash' | 'forget-token' | 'twice' }
  | { type: 'fault'; name: FaultName }
>;
