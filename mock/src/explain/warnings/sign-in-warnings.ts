import { parseSignInText } from 'mobile-wallet-standard/endpoint';
import { quoteText, shortenAddress } from '../text.js';
import type { Warning } from '../warnings.js';

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
  /** The host of the dapp's page with its port, if the wallet knows it. It counts where the dapp names no URL. */
  host?: string | undefined;
}>;

/** The names that verifiers accept for one chain: Wallet Standard's, the cluster's, and CAIP-2's. */
const CHAIN_NAMES: readonly (readonly [chain: string, ...others: readonly string[]])[] = [
  ['mainnet', 'mainnet-beta', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
  ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['localnet'],
];

/**
 * Returns what the user should know before signing a Sign In With Solana text: it is for another domain, account or
 * chain, it has expired, or it is not valid yet. A text that is no such text has no warnings.
 */
export function getSignInWarnings(text: string, context: SignInContext): readonly Warning[] {
  const fields = parseSignInText(text);
  if (!fields) return [];
  const { domain, address, chainId, expirationTime, notBefore } = fields;
  return [
    ...getDomainWarnings(domain, context),
    ...getAddressWarnings(address, context),
    ...getChainWarnings(chainId, context),
    ...getTimeWarnings(expirationTime, notBefore, context),
  ];
}

function getDomainWarnings(domain: string, { identityUri, host }: SignInContext): readonly Warning[] {
  const claimed = getWebUrl(identityUri) ?? getWebUrl(host && `https://${host}`);
  if (!claimed) return [];
  const named = getHost(domain, claimed.protocol);
  // Some wallets write the domain without the port.
  if (named === claimed.host || named === claimed.hostname) return [];
  const text = `This signs you in at ${quoteText(domain)}, but the app that asks says it is ${quoteText(claimed.host)}.`;
  return [{ code: 'other-domain', level: 'danger', text }];
}

function getAddressWarnings(address: string, { addresses }: SignInContext): readonly Warning[] {
  if (addresses.includes(address)) return [];
  const text = `This text is for account ${quoteText(shortenAddress(address))}, which is not the account that signs it.`;
  return [{ code: 'other-address', level: 'danger', text }];
}

function getChainWarnings(chainId: string | undefined, { chain }: SignInContext): readonly Warning[] {
  if (chainId === undefined || getChainName(chainId) === getChainName(chain)) return [];
  const text = `This text is for the network ${quoteText(getChainName(chainId))}, but the app is connected to ${quoteText(getChainName(chain))}.`;
  return [{ code: 'other-chain', level: 'caution', text }];
}

function getTimeWarnings(
  expirationTime: string | undefined,
  notBefore: string | undefined,
  { now }: SignInContext,
): readonly Warning[] {
  const warnings: Warning[] = [];
  const [end, start] = [Date.parse(expirationTime ?? ''), Date.parse(notBefore ?? '')];
  if (end <= now) {
    const text = `This sign-in expired on ${formatTime(end)}. The app should refuse it.`;
    warnings.push({ code: 'expired', level: 'caution', text });
  }
  if (start > now) {
    const text = `This sign-in is not valid before ${formatTime(start)}. The app should refuse it until then.`;
    warnings.push({ code: 'not-yet-valid', level: 'caution', text });
  }
  return warnings;
}

/** Returns the host as URLs of the protocol have it, or `undefined` if the domain is more or less than a host. */
function getHost(domain: string, protocol: string): string | undefined {
  const url = getWebUrl(`${protocol}//${domain}`);
  return url?.href === `${protocol}//${url?.host}/` ? url.host : undefined;
}

function getWebUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined;
}

function getChainName(chain: string): string {
  const name = chain.replace(/^solana:/, '');
  return CHAIN_NAMES.find((names) => names.includes(name))?.[0] ?? name;
}

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
