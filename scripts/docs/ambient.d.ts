// What frameworks' own tools declare, and packages that are too large to install for the code in documents.
declare module '@vitejs/plugin-react';

// The module that the guide for SvelteKit has its reader write.
declare module '$lib/wallet' {
  export const mobileWallet: import('mobile-wallet-standard').MobileStandardWallet | undefined;
}

declare function $state<T>(value: T): T;
