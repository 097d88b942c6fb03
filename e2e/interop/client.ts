import type {
  AuthorizeAPI,
  CloneAuthorizationAPI,
  DeauthorizeAPI,
  GetCapabilitiesAPI,
  ReauthorizeAPI,
  WalletAssociationConfig,
} from '@solana-mobile/mobile-wallet-adapter-protocol';

/** The operations that are the same in every client. */
export type CommonWallet = AuthorizeAPI &
  CloneAuthorizationAPI &
  DeauthorizeAPI &
  GetCapabilitiesAPI &
  ReauthorizeAPI;

/** What transactions are built from. Addresses are base64, as `authorize` returns them. */
export type Context = Readonly<{ payer: string; blockhash: string }>;

export type SendOptions = Readonly<{ minContextSlot: number; skipPreflight: boolean }>;

/** A client of the session API, wrapped so that all clients take and return the same types. */
export type Client<TWallet extends CommonWallet> = Readonly<{
  transact<T>(callback: (wallet: TWallet) => Promise<T>, config?: WalletAssociationConfig): Promise<T>;
  signMessages(wallet: TWallet, addresses: string[], messages: Uint8Array[]): Promise<Uint8Array[]>;
  /** Signs a transaction of each type that the client supports. Returns wire bytes. */
  signTransactions(wallet: TWallet, context: Context): Promise<Uint8Array[]>;
  /** Sends a transaction of each type that the client supports. Returns signatures. */
  sendTransactions(wallet: TWallet, context: Context, options: SendOptions): Promise<Uint8Array[]>;
}>;

export const identity = { name: 'Client', uri: location.origin, icon: 'favicon.png' };

export function toBase64(bytes: ArrayLike<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Returns the parts of an error that the page shows in its output. */
export function toOutput(error: unknown): object {
  if (!(error instanceof Error)) return { error: { message: String(error) } };
  const { name, code, message, data, context } = error as Error & Record<string, unknown>;
  return { error: { name, code, message, data, context } };
}
