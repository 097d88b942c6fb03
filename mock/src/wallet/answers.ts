import type { FaultName } from './faults/named-faults.js';

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
  | {
      /** Answers with an error. */
      type: 'error';
      /** The JSON-RPC error code, e.g. -3. */
      code: number;
      /** The error's text; by default the reference library's for the code. */
      message?: string;
      /** The error's `data`. */
      data?: unknown;
    }
  | {
      /** Answers -2, or sends all but some transactions and answers -4. */
      type: 'invalid-payloads' | 'not-submitted';
      /** Which payloads are invalid or not sent, from 0. */
      indexes: readonly number[];
    }
  | {
      /** What the wallet does, see above. */
      type: 'silence' | 'close' | 'crash' | 'forget-token' | 'twice';
    }
  | {
      /** Approves, with a fault in the reply. */
      type: 'fault';
      /** The name of the fault. */
      name: FaultName;
    }
>;
