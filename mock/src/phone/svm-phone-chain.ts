import type { SvmChain } from '../chain/svm/svm-chain.js';
import type { PhoneChain } from './phone-chain.js';

/** Returns a chain in this process as a phone uses it. */
export function createSvmPhoneChain(chain: SvmChain, name: string): PhoneChain {
  return {
    chain,
    name,
    getBalance: async (address) => chain.getBalance(address),
    getTokens: chain.getTokens,
    airdrop: async (address, lamports) => chain.airdrop(address, lamports),
    reset: async () => chain.reset(),
    watch: chain.watch,
  };
}
