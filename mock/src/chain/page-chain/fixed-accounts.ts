import { decodeBase64 } from 'mobile-wallet-standard/endpoint';
import { type Account, createMissingAccount, type SvmBlock } from '../../explain/svm.js';
import { PROGRAMS } from './programs/index.js';
import { getMinimumBalance, RENT_ADDRESS } from './rent.js';

const NATIVE_LOADER = 'NativeLoader1111111111111111111111111111111';
const LOADER = 'BPFLoader2111111111111111111111111111111111';
const SYSVAR = 'Sysvar1111111111111111111111111111111111111';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const CONFIG = 'Config1111111111111111111111111111111111111';
const INSTRUCTIONS = 'Sysvar1nstructions1111111111111111111111111';
const STAKE_CONFIG = 'StakeConfig11111111111111111111111111111111';

/** The sizes of the validator's programs that this chain does not run. */
const OTHER_PROGRAMS: ReadonlyMap<string, number> = new Map([
  ['AddressLookupTab1e1111111111111111111111111', 36],
  ['BPFLoader1111111111111111111111111111111111', 25],
  [LOADER, 25],
  ['BPFLoaderUpgradeab1e11111111111111111111111', 37],
  ['Ed25519SigVerify111111111111111111111111111', 0],
  ['KeccakSecp256k11111111111111111111111111111', 0],
  ['Secp256r1SigVerify1111111111111111111111111', 0],
  ['Stake11111111111111111111111111111111111111', 36],
  ['Vote111111111111111111111111111111111111111', 19],
  ['ZkE1Gama1Proof11111111111111111111111111111', 24],
]);

/**
 * The sysvars with their data, or its size where it is all zeros: nothing has happened that they would tell.
 */
const SYSVARS: ReadonlyMap<string, number | string> = new Map<string, number | string>([
  ['SysvarEpochRewards1111111111111111111111111', 81],
  ['SysvarEpochSchedu1e111111111111111111111111', 'gJcGAAAAAACAlwYAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ['SysvarFees111111111111111111111111111111111', 8],
  ['SysvarLastRestartS1ot1111111111111111111111', 8],
  ['SysvarRecentB1ockHashes11111111111111111111', 48],
  [RENT_ADDRESS, 'MBsAAAAAAAAAAAAAAADwPzI='],
  ['SysvarS1otHashes111111111111111111111111111', 20_488],
  ['SysvarS1otHistory11111111111111111111111111', 131_097],
  ['SysvarStakeHistory1111111111111111111111111', 8],
]);

/** Addresses that no transaction may write to. */
export const RESERVED: ReadonlySet<string> = new Set([
  ...[...PROGRAMS].flatMap(([address, { isBuiltin }]) => (isBuiltin ? [address] : [])),
  ...OTHER_PROGRAMS.keys(),
  ...SYSVARS.keys(),
  CLOCK,
  STAKE_CONFIG,
  // These have no account.
  CONFIG,
  INSTRUCTIONS,
  NATIVE_LOADER,
  SYSVAR,
  'Feature111111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'SysvarRewards111111111111111111111111111111',
  'ZkTokenProof1111111111111111111111111111111',
]);

/**
 * Returns the accounts of programs and sysvars. They are as large as LiteSVM's, because transactions may
 * limit what they load.
 */
export function createFixedAccounts(): readonly Account[] {
  const programs = [...PROGRAMS].map(([address, { isBuiltin, size }]) =>
    isBuiltin
      ? createFixed(address, NATIVE_LOADER, size)
      : { ...createFixed(address, LOADER, size), lamports: getMinimumBalance(size) },
  );
  const others = [...OTHER_PROGRAMS].map(([address, size]) => createFixed(address, NATIVE_LOADER, size));
  const sysvars = [...SYSVARS].map(([address, data]) => createFixed(address, SYSVAR, data));
  return [...programs, ...others, ...sysvars, createFixed(STAKE_CONFIG, CONFIG, 17)];
}

/** Returns the sysvar that tells the time. */
export function createClock({ slot, epoch, time }: SvmBlock): Account {
  const data = new BigUint64Array([slot, 0n, epoch, epoch + 1n, time]);
  return { ...createFixed(CLOCK, SYSVAR, 0), data: new Uint8Array(data.buffer) };
}

/** Returns an account that is not on the chain, in the form in which a transaction gets it. */
export function createAbsentAccount(address: string): Account {
  // This sysvar exists, and has data, only while a transaction runs.
  if (address === INSTRUCTIONS) return { ...createFixed(address, SYSVAR, 1), lamports: 0n };
  return createMissingAccount(address);
}

function createFixed(address: string, owner: string, content: number | string): Account {
  const data = typeof content === 'string' ? decodeBase64(content) : new Uint8Array(content);
  return { address, owner, lamports: 1n, data, executable: owner === NATIVE_LOADER || owner === LOADER };
}
