import { createMockWallet } from 'mobile-wallet-standard/mock';
import { openAssociation } from 'mobile-wallet-standard/mock/server';

// The wallet app: the system starts it with the URI, it serves one session, and ends.
const [, , uri = ''] = process.argv;
const seed = new Uint8Array(32).fill(9);
const { ended } = await openAssociation(await createMockWallet({ accounts: [{ seed }] }), uri);
await ended;
