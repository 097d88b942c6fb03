// Loads what the library loads when it is first needed. Otherwise Stryker takes its top level for code of the tests that come first.
import '../../src/dapp/nostr.js';
import '../../src/dapp/reflector.js';
import '../../src/wallet/session/operations.js';
