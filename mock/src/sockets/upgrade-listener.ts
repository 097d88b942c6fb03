import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * A listener for `upgrade` events of an HTTP server. It is apart from the code that uses `ws`, because the types of this
 * package must not need those of `ws`, which dapps do not install.
 */
export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;
