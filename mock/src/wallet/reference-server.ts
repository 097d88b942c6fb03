/** The time between pings of the reference library's server. */
export const PING_INTERVAL_MS = 45_000;

/** When that server drops a connection: when the next ping is due and the last one is not answered. */
export const DROP_MS = 2 * PING_INTERVAL_MS;

/** The close code with which a wallet app, or a server, ends a connection. */
export const GOING_AWAY = 1001;
