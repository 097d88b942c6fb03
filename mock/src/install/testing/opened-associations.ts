import type { OpenAssociation } from '../../sockets/open-association.js';

/** The associations of one wallet, also those that do not listen yet. */
export type Associations = Readonly<{
  /** Opens one more, until `close`. */
  open(open: (signal: AbortSignal) => Promise<OpenAssociation>): Promise<OpenAssociation>;
  /** Closes all. Resolves once their ports are free. More may be opened afterwards. */
  close(): Promise<void>;
}>;

/** Creates an empty {@link Associations}. */
export function createAssociations(): Associations {
  let opened: Promise<OpenAssociation>[] = [];
  let end = new AbortController();
  return {
    open(open) {
      const association = open(end.signal);
      opened.push(association);
      return association;
    },
    async close() {
      const closing = opened;
      opened = [];
      end.abort();
      end = new AbortController();
      await Promise.allSettled(closing.map(async (association) => (await association).ended));
    },
  };
}
