import type { Address } from '@solana/kit';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';

/** The ELF of a program that LiteSVM has, as `cargo build-sbf` would write it to a file. */
export async function readProgram(chain: LiteSvmChain, program: Address): Promise<Uint8Array> {
  const { value } = (await chain.rpc('getAccountInfo', [program, { encoding: 'base64' }])) as {
    value: { data: [string, string] };
  };
  return Uint8Array.from(Buffer.from(value.data[0], 'base64'));
}
