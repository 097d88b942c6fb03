import { assertBytes } from '../is-bytes.js';
import { copyObject } from '../protocol/arguments.js';
import type { WalletAccount } from './standard.js';

/** What a caller passes for one transaction or message, as it was at the call. The session's code checks it. */
export type GivenInput = Readonly<{
  address: string | undefined;
  chain: string | undefined;
  payload: Uint8Array;
  options: unknown;
}>;

type Input = Readonly<{
  account?: Pick<WalletAccount, 'address'>;
  chain?: string;
  transaction?: unknown;
  message?: unknown;
  options?: unknown;
}>;

/**
 * Copies inputs, because the caller may change them while the code that checks the rest of them is loaded. Refuses at once what
 * has nothing to sign, since wallet pickers try inputs of another kind first, and then nothing may be loaded or shown.
 *
 * @throws `INVALID_ARGUMENT`
 */
export function copyInputs(
  inputs: readonly (Input | undefined)[],
  kind: 'transaction' | 'message' = 'transaction',
): readonly GivenInput[] {
  // Spread the array, because `map` would skip the holes of a sparse one.
  return [...inputs].map((input) => {
    const { account, chain, [kind]: payload, options } = input ?? {};
    assertBytes(payload, kind);
    return {
      address: account?.address,
      chain,
      payload: new Uint8Array(payload),
      options: copyObject(options),
    };
  });
}
