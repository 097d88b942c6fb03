import type { AssociationRequest, Channel } from 'mobile-wallet-standard/endpoint';
import { getErrorMessage } from '../../explain/foreign.js';
import type { MockWallet } from '../../wallet/mock-wallet.js';

/** An association URI that a dapp has opened. */
export type Launch = Readonly<{
  /** The association URI. */
  uri: string;
  /** When it was opened, in milliseconds since 1970. */
  at: number;
  /** Whether the dapp has connected to the wallet. */
  isConnected: boolean;
  /** Why the phone did not open the wallet app, if it did not. */
  refusal?: string;
}>;

/** The launches of a wallet, in their order. */
export type LaunchLog = Readonly<{
  launches: readonly Launch[];
  /** Notes a launch. Returns the wallet to serve it with, which notes that the dapp has connected. */
  open(uri: string): MockWallet;
  /** The same, for a wallet that `serve` serves. If that fails, notes why and rejects with its error. */
  serve<T>(uri: string, serve: (wallet: MockWallet) => Promise<T>): Promise<T>;
  /** Notes a launch that did not open the wallet app. */
  refuse(uri: string, refusal: string): void;
}>;

/** Creates an empty {@link LaunchLog}. */
export function createLaunchLog(wallet: MockWallet): LaunchLog {
  const launches: { -readonly [Key in keyof Launch]: Launch[Key] }[] = [];
  const open = (uri: string) => {
    const launch: (typeof launches)[number] = { uri, at: Date.now(), isConnected: false };
    launches.push(launch);
    const noting: MockWallet = {
      ...wallet,
      attach(channel: Channel, request: AssociationRequest, options) {
        launch.isConnected = true;
        return wallet.attach(channel, request, options);
      },
    };
    return { launch, noting };
  };
  return {
    launches,
    open: (uri) => open(uri).noting,
    async serve(uri, serve) {
      const { launch, noting } = open(uri);
      try {
        return await serve(noting);
      } catch (error) {
        launch.refusal = getErrorMessage(error);
        throw error;
      }
    },
    refuse(uri, refusal) {
      launches.push({ uri, at: Date.now(), isConnected: false, refusal });
    },
  };
}
