import { bothRows, type RemoteRow } from './row.js';

/** What people do with a code. */
export const CODES: readonly RemoteRow[] = bothRows('a code is shown', [
  {
    what: 'no wallet comes, then Cancel',
    call: 'connect',
    onCode: () => {},
    ends: { by: 'cancel', at: 'scanning' },
    outcome: 'USER_CANCELLED',
    next: 'first',
    connected: false,
  },
  {
    what: 'no wallet comes, then disconnect',
    call: 'connect',
    onCode: () => {},
    ends: { by: 'disconnect', at: 'scanning' },
    outcome: 'SESSION_CLOSED',
    next: 'first',
    connected: false,
  },
  {
    what: 'no wallet comes, then abort',
    call: 'session',
    onCode: () => {},
    ends: { by: 'abort', at: 'scanning' },
    outcome: 'own error',
    next: 'first',
    connected: false,
  },
  {
    what: 'a second wallet scans the same code',
    call: 'connect',
    outcome: 'success',
    connected: true,
    onCode(code, phone) {
      phone.scan(code.uri);
      phone.scan(code.uri);
    },
  },
]);
