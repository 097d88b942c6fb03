import { toLamports } from '../../chain/lamports.js';
import { createPhone, type Phone } from '../../phone/phone.js';
import type { PhoneStore } from '../../phone/phone-store.js';
import { type OpenAssociationOptions, openAssociation } from '../../sockets/associations.js';
import type { MockWalletOptions } from '../../wallet/mock-wallet.js';
import type { NewAccount } from '../../wallet/state/account-list.js';
import { createServedChain, type ServedChain, type ServedChainOptions } from './served-chain.js';

/** Options of the mock wallet in a dev server, all of them optional. With `approve`, that decides instead of the user. */
export type ServedPhoneOptions = Omit<MockWalletOptions, 'accounts' | 'chain'> &
  Pick<OpenAssociationOptions, 'readyDelay'> &
  Readonly<{
    /** The chain: one in memory (LiteSVM, the default), with programs and accounts of your own, or a cluster. */
    chain?: ServedChainOptions;
    /**
     * IDLs of your own programs (Anchor's or Codama's JSON), so that requests for approval show their instructions by
     * name. Needs the packages `@codama/nodes-from-anchor` and `@codama/dynamic-parsers`.
     */
    idls?: readonly unknown[];
    /**
     * The wallet's accounts; "Main" and "Savings" by default. An account without a `seed` (32 bytes, Ed25519) gets
     * a random one, which is stored for the project in `~/.local/state/mobile-wallet-standard`. What the user changes
     * in the wallet is stored there, too, until these options change.
     */
    accounts?: readonly NewAccount[];
    /** The first account's balance at the start, in SOL, on LiteSVM only; 10 by default. */
    airdrop?: number;
  }>;

/** A phone in a server, with the JSON-RPC of its chain. */
export type ServedPhone = Phone & Pick<ServedChain, 'handleRpc' | 'handleUpgrade'>;

const DEFAULT_AIRDROP = 10;

/** Creates a phone and its chain. `store` keeps the accounts and the settings between runs of the server. */
export async function createServedPhone(
  options: ServedPhoneOptions,
  store: PhoneStore,
): Promise<ServedPhone> {
  const {
    chain = 'litesvm',
    readyDelay,
    accounts,
    airdrop = DEFAULT_AIRDROP,
    idls = [],
    ...wallet
  } = options;
  const closing = new AbortController();
  const ledger = await createServedChain(chain, idls, closing.signal);
  const phone = await createPhone({
    wallet,
    ...(accounts && { accounts }),
    ...(ledger.isLocal && { airdrop: toLamports(airdrop) }),
    chain: ledger.chain,
    store,
    openAssociation: (ownWallet, uri, { signal }) =>
      openAssociation(ownWallet, uri, { signal, ...(readyDelay !== undefined && { readyDelay }) }),
  });
  return {
    ...phone,
    handleRpc: ledger.handleRpc,
    handleUpgrade: ledger.handleUpgrade,
    close() {
      closing.abort();
      phone.close();
    },
  };
}
