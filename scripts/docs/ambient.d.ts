// What frameworks' own tools declare, and packages that are too large to install for the code in documents.
declare module '@vitejs/plugin-react';

// The module that the guide for SvelteKit has its reader write.
declare module '$lib/wallets' {
  type Features = import('mobile-wallet-standard').MobileWalletFeatures;
  export const getWallet: () =>
    | Readonly<{ features: Pick<Features, 'standard:connect'> & Partial<Features> }>
    | undefined;
}

declare function $state<T>(value: T): T;
