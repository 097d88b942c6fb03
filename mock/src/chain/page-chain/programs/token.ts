import { identifyTokenInstruction, TokenInstruction } from '@solana-program/token';
import type { Invocation, Program } from '../program.js';
import {
  closeAccount,
  getAccountDataSize,
  initializeAccount,
  initializeImmutableOwner,
  initializeMint,
  revoke,
  setAuthority,
  setFrozen,
  syncNative,
} from './token-accounts.js';
import { approve, burn, mintTo, transfer } from './token-amounts.js';
import { failToken, readTokenData } from './token-state.js';

type Handler = (invocation: Invocation) => void;

const HANDLERS: ReadonlyMap<TokenInstruction, Handler> = new Map<TokenInstruction, Handler>([
  [TokenInstruction.InitializeMint, (invocation) => initializeMint(invocation, true)],
  [TokenInstruction.InitializeMint2, (invocation) => initializeMint(invocation, false)],
  [TokenInstruction.InitializeAccount, (invocation) => initializeAccount(invocation, 'account', true)],
  [TokenInstruction.InitializeAccount2, (invocation) => initializeAccount(invocation, 'data', true)],
  [TokenInstruction.InitializeAccount3, (invocation) => initializeAccount(invocation, 'data', false)],
  [TokenInstruction.InitializeImmutableOwner, initializeImmutableOwner],
  [TokenInstruction.GetAccountDataSize, getAccountDataSize],
  [TokenInstruction.Transfer, (invocation) => transfer(invocation, false)],
  [TokenInstruction.TransferChecked, (invocation) => transfer(invocation, true)],
  [TokenInstruction.Approve, (invocation) => approve(invocation, false)],
  [TokenInstruction.ApproveChecked, (invocation) => approve(invocation, true)],
  [TokenInstruction.Revoke, revoke],
  [TokenInstruction.MintTo, (invocation) => mintTo(invocation, false)],
  [TokenInstruction.MintToChecked, (invocation) => mintTo(invocation, true)],
  [TokenInstruction.Burn, (invocation) => burn(invocation, false)],
  [TokenInstruction.BurnChecked, (invocation) => burn(invocation, true)],
  [TokenInstruction.CloseAccount, closeAccount],
  [TokenInstruction.SetAuthority, setAuthority],
  [TokenInstruction.FreezeAccount, (invocation) => setFrozen(invocation, true)],
  [TokenInstruction.ThawAccount, (invocation) => setFrozen(invocation, false)],
  [TokenInstruction.SyncNative, syncNative],
]);

/** The Token program, without multisignature owners. */
export const TOKEN: Program = {
  units: 150,
  size: 36,
  isBuiltin: false,
  run(invocation) {
    const { data } = invocation;
    const handle = HANDLERS.get(readTokenData(() => identifyTokenInstruction(data)));
    if (handle) handle(invocation);
    else failToken(12);
  },
};
