import { createLiteSvmChain, type LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import {
  createMockWallet,
  type MockWallet,
  type MockWalletOptions,
} from '../../mock/src/wallet/mock-wallet.js';
import type { SessionConfig } from '../../src/dapp/open/session-config.js';
import { serveAssociations } from './served-associations.js';

/** A mock wallet behind its real WebSocket server, with a chain of its own. */
export type ServedPhone = Readonly<{
  wallet: MockWallet;
  chain: LiteSvmChain;
  /** The config with which `transact` reaches it. */
  config: SessionConfig;
  /** Requests that reached the wallet. */
  methods: readonly string[];
  /** Resolves when every server that was opened has closed. */
  whenClosed(): Promise<void>;
}>;

/** Makes a {@link ServedPhone} whose first account has 5 SOL. */
export async function createServedPhone(options: MockWalletOptions = {}): Promise<ServedPhone> {
  const chain = createLiteSvmChain();
  const methods: string[] = [];
  const wallet = await createMockWallet({
    chain,
    capabilities: {
      features: ['solana:signTransactions', 'solana:signInWithSolana', 'solana:cloneAuthorization'],
    },
    onRequest: (method) => methods.push(method),
    ...options,
  });
  chain.airdrop(wallet.accounts[0]?.address ?? '', 5_000_000_000n);
  const { launch, dial, associations } = serveAssociations(wallet);
  return {
    wallet,
    chain,
    methods,
    config: { launch, dial },
    async whenClosed() {
      await Promise.all(associations.map(({ ended }) => ended));
    },
  };
}

/** Tells whether transactions, by base58 signature, have landed without an error. */
export async function haveLanded(chain: LiteSvmChain, signatures: readonly string[]): Promise<boolean> {
  const { value } = (await chain.rpc('getSignatureStatuses', [signatures])) as {
    value: readonly ({ err: unknown } | null)[];
  };
  return value.every((status) => status !== null && status.err === null);
}
