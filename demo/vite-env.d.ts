/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Set by vite.config.ts; see place.ts. */
  readonly WALLET_PLACE: 'server' | 'page' | 'phone';
}
