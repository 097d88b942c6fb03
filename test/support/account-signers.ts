import {
  type Address,
  address,
  type Blockhash,
  blockhash,
  type Instruction,
  type TransactionSigner,
} from '@solana/kit';
import { createLiteSvmChain, type LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import type { SessionConfig } from '../../src/dapp/open/session-config.js';
import {
  type AccountSigner,
  createAccountSigner,
  type KitMobileWallet,
  transact,
} from '../../src/transact/kit/index.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import { fetchBlockhash, getTransfer, SOL } from './chain.js';
import { KEY, OTHER_KEY, OTHER_SEED, SEED } from './mock-wallet.js';
import { createPhone, type Phone } from './phone.js';

/** The two accounts of the mock wallet, as kit has their addresses. */
export const ADDRESS = address(encodeBase58(decodeBase64(KEY)));
export const OTHER_ADDRESS = address(encodeBase58(decodeBase64(OTHER_KEY)));

export const BLOCKHASH = blockhash('4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn');
export const SIGN = 'sign_transactions';
export const SEND = 'sign_and_send_transactions';
export const MESSAGES = 'sign_messages';

/** What a test does in a session: `signers` are those of the granted accounts. */
type InSession<T> = (signers: readonly [AccountSigner, AccountSigner], wallet: KitMobileWallet) => Promise<T>;

/** A phone with two accounts, each with 5 SOL on a chain of its own. */
export type SignerPhone = Readonly<{
  phone: Phone;
  chain: LiteSvmChain;
  getBlockhash(): Promise<Blockhash>;
  /** Runs a session in which accounts are granted: by default both. */
  run<T>(work: InSession<T>, granted?: readonly string[], config?: SessionConfig): Promise<T>;
  /** The methods of requests beside `authorize`. */
  getMethods(): readonly string[];
  getBalance(of: Address): Promise<bigint>;
}>;

/** Makes a {@link SignerPhone}. */
export async function createSignerPhone(options: MockWalletOptions = {}): Promise<SignerPhone> {
  const chain = createLiteSvmChain();
  for (const funded of [ADDRESS, OTHER_ADDRESS]) chain.airdrop(funded, 5n * SOL);
  const phone = await createPhone({ chain, accounts: [{ seed: SEED }, { seed: OTHER_SEED }], ...options });
  return {
    phone,
    chain,
    getBlockhash: () => fetchBlockhash(chain),
    run: (work, granted = [KEY, OTHER_KEY], config = {}) =>
      transact(
        async (wallet) => {
          await wallet.authorize({ chain: 'solana:devnet', addresses: granted });
          return work(
            [createAccountSigner(wallet, { address: KEY }), createAccountSigner(wallet, OTHER_ADDRESS)],
            wallet,
          );
        },
        { ...phone, ...config },
      ),
    getMethods: () => phone.getMethods().filter((method) => method !== 'authorize'),
    async getBalance(of) {
      const { value } = (await chain.rpc('getBalance', [of])) as { value: bigint };
      return value;
    },
  };
}

/** A transfer of which `signer` is the source, as the generated clients of programs make it. */
export function getTransferBy(signer: TransactionSigner, to: Address, amount = 1n): Instruction {
  const instruction = getTransfer(signer.address, to, amount);
  const accounts = (instruction.accounts ?? []).map((meta, index) =>
    index === 0 ? { ...meta, signer } : meta,
  );
  return { ...instruction, accounts } as Instruction;
}
