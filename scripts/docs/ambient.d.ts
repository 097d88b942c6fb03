// What frameworks' own tools declare, and packages that are too large to install for the code in documents.
declare module '@vitejs/plugin-react';
declare module 'next/dynamic';

// The module that the guide for SvelteKit has its reader write.
declare module '$lib/wallet' {
  export const mobileWallet: import('mobile-wallet-standard').MobileStandardWallet | undefined;
}

// The file that the guide for Next.js has its reader put into `lib`.
declare module '*/shop' {
  export const Shop: () => import('react').ReactNode;
}

declare function $state<T>(value: T): T;
