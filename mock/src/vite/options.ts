import type { MockWalletOptions } from '../mock-wallet.js';
import type { OpenAssociationOptions } from '../server.js';

/** What the mock wallet of a dev server is made of; all of it is optional. */
export type MockWalletPluginOptions = Pick<
  MockWalletOptions,
  'chains' | 'protocol' | 'capabilities' | 'quirks' | 'walletUriBase'
> &
  Pick<OpenAssociationOptions, 'readyDelay'> &
  Readonly<{
    /** The chain to sign for: an own one in memory (LiteSVM, the default), or a cluster by its JSON-RPC URL. */
    chain?: 'litesvm' | Readonly<{ clusterUrl: string }>;
    /**
     * The wallet's accounts; "Main" and "Savings" by default. One without a `seed` (32 bytes, Ed25519) gets a random
     * one that is kept for the project in `~/.local/state/mobile-wallet-standard`.
     */
    accounts?: readonly Readonly<{ label?: string; seed?: Uint8Array }>[];
    /**
     * Whether wide pages show the phone between visits, too, at their right edge, where it covers 420 pixels of them;
     * `false` by default.
     */
    restingPhone?: boolean;
    /** What the first account has at the start on LiteSVM, in SOL; 10 by default. */
    airdrop?: number;
    /**
     * Whether opening the wallet uses up the page's user activation, as phones may do: then
     * `navigator.userActivation.isActive` is false until the next tap or key press. False by default.
     */
    launchConsumesActivation?: boolean;
  }>;
