import { ChainError, createMockWallet } from 'mock-mobile-wallet';
export const error = new ChainError('replay', 'a', { cause: 'b' });
export const address: Promise<string | undefined> = createMockWallet().then(
  ({ accounts }) => accounts[0]?.address,
);
