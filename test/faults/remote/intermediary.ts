import type { Remote } from '../../../src/protocol/remote-option.js';

/** Where the dapp and the wallet of a row meet. By itself it is honest. */
export type Intermediary = Readonly<{
  remote: Remote;
  /** Begins or ends the row's fault. */
  setFaulty(isFaulty: boolean): void;
  /** How many connections are open. */
  countConnections(): number;
  close(): Promise<void>;
}>;
