import { address } from '@solana/kit';
import {
  getAllocateInstructionDataEncoder,
  getAssignInstructionDataEncoder,
  getCreateAccountInstructionDataEncoder,
  getTransferSolInstructionDataEncoder,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import {
  AccountState,
  getInitializeAccount3InstructionDataEncoder,
  getTokenDecoder,
  getTokenSize,
  type Token,
} from '@solana-program/token';
import { fail, type Invocation, type Program, takeAccounts } from '../program.js';
import { getMinimumBalance } from '../rent.js';

/** The Associated Token program, which creates the account that an owner has for each mint. */
export const ASSOCIATED_TOKEN: Program = { units: 7_000, size: 105_032, isBuiltin: false, run };

const INVALID_OWNER = { Custom: 0 };
const IMMUTABLE_OWNER_EXTENSION = [7, 0] as const;
const GET_ACCOUNT_DATA_SIZE = 21;
const INITIALIZE_IMMUTABLE_OWNER = 22;

function run(invocation: Invocation): void {
  const [type = 0, ...rest] = invocation.data;
  if (type > 1 || rest.length > 0) fail('InvalidInstructionData');
  invocation.log(`Program log: ${type === 1 ? 'CreateIdempotent' : 'Create'}`);
  create(invocation, type === 1);
}

function create(invocation: Invocation, isIdempotent: boolean): void {
  const { log, call } = invocation;
  const accounts = takeAccounts(invocation, ['payer', 'created', 'owner', 'mint', 'system', 'token']);
  const { account } = accounts.created;
  const payer = accounts.payer.account.address;
  const owner = accounts.owner.account.address;
  const mint = accounts.mint.account.address;
  const program = accounts.token.account.address;
  if (account.address !== invocation.getAssociatedAddress(owner, mint, program)) {
    log('Program log: Error: Associated address does not match seed derivation');
    fail('InvalidSeeds');
  }
  const token = isIdempotent && account.owner === program ? readToken(account.data) : undefined;
  if (token && token.owner !== owner) {
    log('Program log: Associated token account owner does not match address derivation');
    fail(INVALID_OWNER);
  }
  if (token && token.mint !== mint) fail('InvalidAccountData');
  if (token) return;
  if (account.owner !== SYSTEM_PROGRAM_ADDRESS) fail('IllegalOwner');

  const callToken = (data: Iterable<number>, ...addresses: readonly string[]): void => {
    const metas = addresses.map((key) => ({ address: key, isWritable: key === account.address }));
    call({ program, accounts: metas, data: Uint8Array.from(data) }, account.address);
  };
  const callSystem = (data: Iterable<number>, ...addresses: readonly string[]): void => {
    const metas = addresses.map((key) => ({ address: key, isSigner: true, isWritable: true }));
    call({ program: SYSTEM_PROGRAM_ADDRESS, accounts: metas, data: Uint8Array.from(data) }, account.address);
  };
  callToken([GET_ACCOUNT_DATA_SIZE, ...IMMUTABLE_OWNER_EXTENSION], mint);
  createAccount();
  log('Program log: Initialize the associated token account');
  callToken([INITIALIZE_IMMUTABLE_OWNER], account.address);
  const initialize = getInitializeAccount3InstructionDataEncoder().encode({ owner: address(owner) });
  callToken(initialize, account.address, mint);

  function createAccount(): void {
    const space = getTokenSize();
    const lamports = getMinimumBalance(space);
    const programAddress = address(program);
    if (account.lamports === 0n) {
      const data = getCreateAccountInstructionDataEncoder().encode({ lamports, space, programAddress });
      callSystem(data, payer, account.address);
      return;
    }
    const missing = lamports - account.lamports;
    if (missing > 0n) {
      const transfer = getTransferSolInstructionDataEncoder().encode({ amount: missing });
      const metas = [
        { address: payer, isSigner: true, isWritable: true },
        { address: account.address, isWritable: true },
      ];
      call(
        { program: SYSTEM_PROGRAM_ADDRESS, accounts: metas, data: Uint8Array.from(transfer) },
        account.address,
      );
    }
    callSystem(getAllocateInstructionDataEncoder().encode({ space }), account.address);
    callSystem(getAssignInstructionDataEncoder().encode({ programAddress }), account.address);
  }
}

/** Reads an account that holds tokens; `undefined` if it is none. */
function readToken(data: Uint8Array): Token | undefined {
  const token = data.length === getTokenSize() ? getTokenDecoder().decode(data) : undefined;
  return token?.state === AccountState.Uninitialized ? undefined : token;
}
