export type { ChainIdentifier, Identity, TransactionVersion } from 'mobile-wallet-standard/endpoint';
export {
  type Association,
  type AssociationRequest,
  type Channel,
  createChannelPair,
  parseAssociationUri,
} from 'mobile-wallet-standard/endpoint';
export type { MockAccount } from './accounts.js';
export type { ActivityEntry, ActivityOutcome, ConnectedApp } from './activity.js';
export type { OtherAnswer } from './answers.js';
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalSubject,
  type Approve,
  approveAll,
  declineAll,
  type TransactionToApprove,
} from './approval.js';
export {
  type BalanceChange,
  type Chain,
  ChainError,
  type ChainErrorReason,
  type InstructionSummary,
  isChainError,
  type SendOptions,
  type TransactionOutcome,
  type TransactionSummary,
} from './chain.js';
export type { ConnectionFault, Fault, MessageFault, RequestMethod } from './faults/fault.js';
export { FAULT_NAMES, type FaultName } from './faults/fault-names.js';
export { createNamedFault } from './faults/named-faults.js';
export type { MockAttestation } from './mock-session.js';
export { createMockWallet, type MockWallet, type MockWalletOptions } from './mock-wallet.js';
export { type Quirks, REFERENCE_QUIRKS } from './quirks.js';
export type { SessionEnd } from './run-session.js';
export type { MockCapabilities, MockWalletSettings, SettingsChanges } from './settings.js';
export type { NewAccount } from './wallet/account-list.js';
