import type { BrowserContext } from '@playwright/test';
import { createLiteSvmChain } from 'mock-mobile-wallet/chains';
import { type InstalledMockWallet, installMockWallet } from 'mock-mobile-wallet/playwright';

const LAMPORTS = 1_000_000_000n;

/**
 * Installs a mock wallet with a LiteSVM chain in a browser context and gives its accounts 1 SOL each. Returns
 * the wallet and the chain's latest blockhash.
 */
export async function installFundedWallet(
  context: BrowserContext,
  launchesPerTap = 1,
): Promise<Readonly<{ mockWallet: InstalledMockWallet; blockhash: string }>> {
  const chain = createLiteSvmChain();
  const mockWallet = await installMockWallet(context, { chain }, { launchesPerTap });
  for (const { address } of mockWallet.accounts) chain.airdrop(address, LAMPORTS);
  const { value } = (await chain.rpc('getLatestBlockhash', [])) as { value: { blockhash: string } };
  return { mockWallet, blockhash: value.blockhash };
}
