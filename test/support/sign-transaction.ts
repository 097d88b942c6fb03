import type { MobileWalletFeatures } from '../../src/wallet/features.js';

/** Returns the feature that a wallet has unless its app says that it signs only what it sends. */
export function getSignTransaction(features: MobileWalletFeatures) {
  const feature = features['solana:signTransaction'];
  if (!feature) throw new Error('The wallet does not offer solana:signTransaction');
  return feature;
}
