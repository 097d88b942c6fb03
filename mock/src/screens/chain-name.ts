const CHAIN_NAMES: Readonly<Record<string, string>> = {
  'solana:mainnet': 'Mainnet',
  'solana:testnet': 'Testnet',
  'solana:devnet': 'Devnet',
  'solana:localnet': 'Localnet',
};

/** Returns a chain's name for people; an unknown chain keeps its identifier. */
export function getChainName(chain: string): string {
  return CHAIN_NAMES[chain] ?? chain;
}
