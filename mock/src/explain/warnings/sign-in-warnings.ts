import { parseSignInText } from 'mobile-wallet-standard/endpoint';
import { tryParseWebUrl } from '../foreign.js';
import { quoteText, shortenAddress } from '../text.js';
import { caution, danger, type Warning } from '../warnings.js';

/** What a wallet knows when a dapp asks for a signature of a text. */
export type SignInContext = Readonly<{
  /** The base58 addresses of the accounts that sign. */
  addresses: readonly string[];
  /** The chain that the dapp has authorized, e.g. `solana:devnet`. */
  chain: string;
  /** In milliseconds since 1970. */
  now: number;
  /** The URL that the dapp says is its own. */
  identityUri?: string | undefined;
  /**
   * The host of the dapp's page with its port, if the wallet knows it. It counts where the dapp names no URL.
   */
  host?: string | undefined;
}>;

/** The names that verifiers accept for one chain: Wallet Standard's, the cluster's, and CAIP-2's. */
const CHAIN_NAMES: readonly (readonly [chain: string, ...others: readonly string[]])[] = [
  ['mainnet', 'mainnet-beta', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
];

/**
 * Returns what the user should know before signing a Sign In With Solana text: it is for another domain,
 * account or chain, it has expired, or it is not valid yet. A text that is no such text has no warnings.
 */
export function getSignInWarnings(text: string, context: SignInContext): readonly Warning[] {
  const fields = parseSignInText(text);
  if (!fields) return [];
  const { domain, address, chainId = context.chain, expirationTime = '', notBefore = '' } = fields;
  const warnings: Warning[] = [];
  const claimed =
    tryParseWebUrl(context.identityUri) ?? tryParseWebUrl(context.host && `https://${context.host}`);
  const host = claimed && getHost(domain, claimed.protocol);
  // Some wallets write the domain without the port.
  if (claimed && host !== claimed.host && host !== claimed.hostname) {
    const warning = `This signs you in at ${quoteText(domain)}, but the app that asks says it is ${quoteText(claimed.host)}.`;
    warnings.push(danger('other-domain', warning));
  }
  if (!context.addresses.includes(address)) {
    const account = quoteText(shortenAddress(address));
    const warning = `This text is for account ${account}, which is not the account that signs it.`;
    warnings.push(danger('other-address', warning));
  }
  const [named, connected] = [getNetworkName(chainId), getNetworkName(context.chain)];
  if (named !== connected) {
    const warning = `This text is for the network ${quoteText(named)}, but the app is connected to ${quoteText(connected)}.`;
    warnings.push(caution('other-chain', warning));
  }
  const [end, start] = [Date.parse(expirationTime), Date.parse(notBefore)];
  if (end <= context.now) {
    const warning = `This sign-in expired on ${formatTime(end)}. The app should refuse it.`;
    warnings.push(caution('expired', warning));
  }
  if (start > context.now) {
    const warning = `This sign-in is not valid before ${formatTime(start)}. The app should refuse it until then.`;
    warnings.push(caution('not-yet-valid', warning));
  }
  return warnings;
}

/**
 * Returns the host as URLs of the protocol have it, or `undefined` if the domain is more or less than a host.
 */
function getHost(domain: string, protocol: string): string | undefined {
  const url = tryParseWebUrl(`${protocol}//${domain}`);
  return url?.href === `${protocol}//${url?.host}/` ? url.host : undefined;
}

function getNetworkName(chain: string): string {
  const name = chain.replace(/^solana:/, '');
  return CHAIN_NAMES.find((names) => names.includes(name))?.[0] ?? name;
}

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
