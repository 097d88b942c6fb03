import { createNoopSigner } from '@solana/kit';
import {
  getAllocateInstruction,
  getAssignInstruction,
  getCreateAccountInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';
import {
  AccountState,
  getGetAccountDataSizeInstruction,
  getInitializeAccount3Instruction,
  getInitializeImmutableOwnerInstruction,
  getTokenSize,
} from '@solana-program/token';
import type { ReadableInstruction } from '../../../explain/instructions/instruction.js';
import { readTokenAccount } from '../../../explain/parsed-account.js';
import { fail, type Invocation, type Program, takeAccounts } from '../program.js';
import { getMinimumBalance } from '../rent.js';

/** The Associated Token program, which creates the account that an owner has for each mint. */
export const ASSOCIATED_TOKEN: Program = { units: 7_000, size: 105_032, isBuiltin: false, run };

const INVALID_OWNER = { Custom: 0 };
const IMMUTABLE_OWNER_EXTENSION = [7, 0] as const;

function run(invocation: Invocation): void {
  const [type = 0, ...rest] = invocation.data;
  if (type > 1 || rest.length > 0) fail('InvalidInstructionData');
  const isIdempotent = type === 1;
  invocation.log(`Program log: ${isIdempotent ? 'CreateIdempotent' : 'Create'}`);
  const accounts = takeAccounts(invocation, ['payer', 'created', 'owner', 'mint', 'system', 'token']);
  const { account } = accounts.created;
  const { address: owner } = accounts.owner.account;
  const { address: mint } = accounts.mint.account;
  const { address: programAddress } = accounts.token.account;
  if (account.address !== invocation.associated) {
    fail('InvalidSeeds', 'Program log: Error: Associated address does not match seed derivation');
  }
  const token = isIdempotent && account.owner === programAddress ? readTokenAccount(account) : undefined;
  if (token && token.state !== AccountState.Uninitialized) {
    if (token.owner !== owner) {
      fail(INVALID_OWNER, 'Program log: Associated token account owner does not match address derivation');
    }
    if (token.mint !== mint) fail('InvalidAccountData');
    return;
  }
  if (account.owner !== SYSTEM_PROGRAM_ADDRESS) fail('IllegalOwner');

  // This program signs for the new account, whose address it derives.
  const created = createNoopSigner(account.address);
  const payer = createNoopSigner(accounts.payer.account.address);
  const call = (instruction: ReadableInstruction) => invocation.call(instruction, created.address);
  const config = { programAddress };
  const getSize = getGetAccountDataSizeInstruction({ mint }, config);
  call({ ...getSize, data: Uint8Array.from([...getSize.data, ...IMMUTABLE_OWNER_EXTENSION]) });
  const space = getTokenSize();
  const lamports = getMinimumBalance(space);
  if (account.lamports === 0n) {
    call(getCreateAccountInstruction({ payer, newAccount: created, lamports, space, programAddress }));
  } else {
    const amount = lamports - account.lamports;
    const { address: destination } = created;
    if (amount > 0n) call(getTransferSolInstruction({ source: payer, destination, amount }));
    call(getAllocateInstruction({ newAccount: created, space }));
    call(getAssignInstruction({ account: created, programAddress }));
  }
  invocation.log('Program log: Initialize the associated token account');
  call(getInitializeImmutableOwnerInstruction({ account: created.address }, config));
  call(getInitializeAccount3Instruction({ account: created.address, mint, owner }, config));
}
