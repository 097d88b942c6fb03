import type { Identity } from 'mobile-wallet-standard/endpoint';

/** A dapp's identity, as far as it can be shown. All of it is the dapp's own claim. */
export type IdentityView = Readonly<{
  name?: string;
  /** Host of the identity's `uri`, with its port, in the ASCII form that cannot deceive. */
  host?: string;
  /** Where the icon is: an `http(s):` URL, or an image in a `data:` URL. */
  iconUrl?: string;
}>;

/** Gives what can be shown of an identity; what is missing or malformed is left out. */
export function getIdentityView({ name, uri, icon }: Identity): IdentityView {
  const base = getWebUrl(uri);
  const iconUrl = getIconUrl(icon, base);
  return {
    ...(name?.trim() && { name }),
    ...(base && { host: base.host }),
    ...(iconUrl && { iconUrl }),
  };
}

/** What a feature lets the dapp do, in words; one that is not known keeps its identifier. */
export function getFeatureText(feature: string): string {
  return FEATURE_TEXTS.get(feature.replace(/s$/, '')) ?? `Use ${feature}`;
}

/** By identifiers of Mobile Wallet Adapter and Wallet Standard, in the singular. */
const FEATURE_TEXTS: ReadonlyMap<string, string> = new Map([
  ['solana:signMessage', 'Ask you to sign messages'],
  ['solana:signTransaction', 'Ask you to sign transactions'],
  ['solana:signAndSendTransaction', 'Ask you to sign and send transactions'],
  ['solana:signIn', 'Ask you to sign in'],
  ['solana:signInWithSolana', 'Ask you to sign in'],
  ['solana:cloneAuthorization', 'Share its access'],
]);

function getWebUrl(uri: string | undefined): URL | undefined {
  if (uri === undefined || !URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  return isWeb(url) ? url : undefined;
}

function getIconUrl(icon: string | undefined, base: URL | undefined): string | undefined {
  if (!icon || !URL.canParse(icon, base)) return undefined;
  const url = new URL(icon, base);
  return isWeb(url) || /^data:image\//i.test(url.href) ? url.href : undefined;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
