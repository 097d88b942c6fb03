import { decodeBase64, type JsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import type { SvmChain } from '../../chain/svm/svm-chain.js';
import { anyObject, definedObject, integerTo, parse, text, truth } from '../../values/parse.js';

/** Changes a chain in this process. Throws or rejects with the reason if the chain cannot do it. */
export type ChainChange = (chain: SvmChain) => unknown;

const MAX_DECIMALS = 255;
/** An amount in smallest units. */
export const units = v.pipe(
  integerTo(Number.MAX_SAFE_INTEGER),
  v.transform((number) => BigInt(number)),
);
const account = v.pipe(
  definedObject,
  v.object({
    address: text,
    lamports: units,
    owner: v.exactOptional(text),
    data: v.exactOptional(
      v.pipe(v.string('must be base64'), v.base64('must be base64'), v.transform(decodeBase64)),
    ),
    executable: v.exactOptional(truth),
  }),
);
const tokens = v.pipe(
  definedObject,
  v.object({ owner: text, mint: text, amount: units, decimals: v.exactOptional(integerTo(MAX_DECIMALS)) }),
);
const rpc = v.object({ changes: anyObject });

/** Reads a command for the chain, as JSON; `undefined` if it is none. Throws a TypeError or RangeError. */
export function readChainCommand({ type, ...members }: JsonObject): ChainChange | undefined {
  switch (type) {
    case 'set-account': {
      const written = parse(account, members, 'command');
      return (chain) => chain.setAccount(written);
    }
    case 'set-tokens': {
      const written = parse(tokens, members, 'command');
      return (chain) => chain.setTokens(written);
    }
    case 'expire-blockhashes':
      return (chain) => chain.expireBlockhashes();
    case 'change-rpc': {
      const { changes } = parse(rpc, members, 'command');
      return (chain) => chain.changeRpc(changes);
    }
    default:
      return undefined;
  }
}
