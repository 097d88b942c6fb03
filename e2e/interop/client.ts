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

/** What transactions are built from. Addresses are base64, as `authorize` gives them. */
export type Context = Readonly<{ payer: string; blockhash: string }>;

export type SendOptions = Readonly<{ minContextSlot: number; skipPreflight: boolean }>;

/** A client of the session API, with what is its own in the types that it takes and gives. */
export type Client<TWallet extends CommonWallet> = Readonly<{
  transact<T>(callback: (wallet: TWallet) => Promise<T>, config?: WalletAssociationConfig): Promise<T>;
  signMessages(wallet: TWallet, addresses: string[], messages: Uint8Array[]): Promise<Uint8Array[]>;
  /** Signs transactions of each type that the client knows; gives wire bytes. */
  signTransactions(wallet: TWallet, context: Context): Promise<Uint8Array[]>;
  /** Sends transactions of each type that the client knows; gives signatures. */
  sendTransactions(wallet: TWallet, context: Context, options: SendOptions): Promise<Uint8Array[]>;
}>;

export const identity = { name: 'Client', uri: location.origin, icon: 'favicon.png' };

export function toBase64(bytes: ArrayLike<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** What of an error goes into the output. */
export function toOutput(error: unknown): object {
  if (!(error instanceof Error)) return { error: { message: String(error) } };
  const { name, code, message, data, context } = error as Error & Record<string, unknown>;
  return { error: { name, code, message, data, context } };
}
