export * from 'mock-mobile-wallet/chains';
export { createPageWallet } from 'mock-mobile-wallet/page';
export * from 'mock-mobile-wallet/page-frame';
export * from 'mock-mobile-wallet/playwright';
export * from 'mock-mobile-wallet/server';
export * from 'mock-mobile-wallet/testing';
export * from 'mock-mobile-wallet/vite';
