/** An association that the mock wallet serves. */
export type OpenAssociation = Readonly<{
  /** Resolves when it no longer listens, or for a dapp on another device has left, and all its sockets are closed. */
  ended: Promise<void>;
  /** Closes everything, as if the user left the wallet app; resolves with `ended`. */
  close(): Promise<void>;
}>;
