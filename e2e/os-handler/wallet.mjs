import { createMockWallet } from 'mock-mobile-wallet';
import { openAssociation } from 'mock-mobile-wallet/server';

// The wallet app. The operating system starts it with the URI. It serves one session and ends.
const [, , uri = ''] = process.argv;
const seed = new Uint8Array(32).fill(9);
const { ended } = await openAssociation(await createMockWallet({ accounts: [{ seed }] }), uri);
await ended;
