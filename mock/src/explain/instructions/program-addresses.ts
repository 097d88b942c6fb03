import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget';
import { MEMO_PROGRAM_ADDRESS } from '@solana-program/memo';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

/** The addresses of the Memo programs. Most dapps use the current one; new clients use version 4. */
export const MEMO_PROGRAM_ADDRESSES = {
  version4: MEMO_PROGRAM_ADDRESS,
  current: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  version1: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
} as const;
/** The address of Token-2022, whose own client does not support kit 8. */
export const TOKEN_2022_PROGRAM_ADDRESS = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
// Two programs that have no client in the dependencies.
/** The program of address lookup tables. */
export const LOOKUP_TABLE_PROGRAM_ADDRESS = 'AddressLookupTab1e1111111111111111111111111';
/** The program that loads programs which can be upgraded. */
export const UPGRADEABLE_LOADER_ADDRESS = 'BPFLoaderUpgradeab1e11111111111111111111111';
/** SOL as a token. */
export const NATIVE_MINT = 'So11111111111111111111111111111111111111112';

/**
 * The names of the programs that every Solana network has, or that nearly every dapp uses, by their address.
 */
export const PROGRAM_NAMES: ReadonlyMap<string, string> = new Map([
  [SYSTEM_PROGRAM_ADDRESS, 'System'],
  [COMPUTE_BUDGET_PROGRAM_ADDRESS, 'Compute Budget'],
  [MEMO_PROGRAM_ADDRESSES.current, 'Memo'],
  [MEMO_PROGRAM_ADDRESSES.version1, 'Memo (version 1)'],
  [MEMO_PROGRAM_ADDRESSES.version4, 'Memo (version 4)'],
  [TOKEN_PROGRAM_ADDRESS, 'Token'],
  [TOKEN_2022_PROGRAM_ADDRESS, 'Token-2022'],
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS, 'Associated Token'],
  [LOOKUP_TABLE_PROGRAM_ADDRESS, 'Address Lookup Table'],
  [STAKE_PROGRAM_ADDRESS, 'Stake'],
  [UPGRADEABLE_LOADER_ADDRESS, 'BPF Upgradeable Loader'],
  ['Vote111111111111111111111111111111111111111', 'Vote'],
  ['Ed25519SigVerify111111111111111111111111111', 'Ed25519 Signature Check'],
  ['KeccakSecp256k11111111111111111111111111111', 'Secp256k1 Signature Check'],
  ['Secp256r1SigVerify1111111111111111111111111', 'Secp256r1 Signature Check'],
]);
