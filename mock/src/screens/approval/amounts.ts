import { NATIVE_MINT } from '../../explain/instructions/program-addresses.js';
import { formatAmount } from '../../explain/text.js';
import type { Coin } from '../coin.js';
import type { AssetChange } from './owner-changes.js';

/** How a mint calls its token. */
type Named = Readonly<{ mint?: string; symbol?: string; name?: string; isNft?: boolean }>;

/** Any other text could change how the sentence around it is read. */
const SIGN = /^[a-z$][\w$.+-]{0,11}$/i;
/** What could be taken for SOL. */
const SOL_LIKE = /^(test|w|\$)?[s5][o0][l1i]$/i;

/**
 * Returns what a token is called in a sentence: the symbol or name that its mint gives itself, if that is one
 * short word and not the name of SOL.
 */
export function getSign({ mint, symbol, name, isNft = false }: Named): string | undefined {
  if (isNft) return 'NFT';
  const sign = symbol ?? name;
  if (sign === undefined || !SIGN.test(sign)) return undefined;
  return SOL_LIKE.test(sign) && mint !== NATIVE_MINT ? undefined : sign;
}

/**
 * Returns an amount of SOL or of a token with its unit, e.g. `0.5 test SOL`, `250 USDC`, `1 NFT` or `1
 * token`.
 */
export function formatAsset(
  amount: bigint,
  asset: Named & Readonly<{ decimals: number }>,
  coin: Coin,
): string {
  const number = formatAmount(amount, asset.decimals);
  if (asset.mint === undefined) return `${number} ${coin}`;
  return `${number} ${getSign(asset) ?? (number === '1' ? 'token' : 'tokens')}`;
}

/** Returns by how much an asset changes, without a sign. */
export function formatChange(asset: AssetChange, coin: Coin): string {
  const { before, after } = asset;
  return formatAsset(after < before ? before - after : after - before, asset, coin);
}
