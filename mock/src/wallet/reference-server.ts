/** How long the reference library's server listens without a session before it stops. */
export const LISTEN_TIMEOUT_MS = 10_000;

/** The time between its pings. */
export const PING_INTERVAL_MS = 45_000;

/** When it drops a connection: when the next ping is due and the last one is not answered. */
export const DROP_MS = 2 * PING_INTERVAL_MS;

/** The close code with which a wallet app, or a server, ends a connection. */
export const GOING_AWAY = 1001;
