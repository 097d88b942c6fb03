import { createSolanaDevnet, createWalletUiConfig, useWalletUi, WalletUi } from '@wallet-ui/react';
import { registerMobileWallet } from 'mobile-wallet-standard';
import type { ReactNode } from 'react';

export const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
});
export const config = createWalletUiConfig({ clusters: [createSolanaDevnet()] });

export function Dapp({ children }: { children: ReactNode }) {
  return <WalletUi config={config}>{children}</WalletUi>;
}

export function useMobileWallet() {
  const { wallets } = useWalletUi();
  return wallets.find(({ name }) => registration.registered && name === registration.wallet.name);
}
