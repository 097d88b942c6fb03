export type { ChainIdentifier, Identity, TransactionVersion } from 'mobile-wallet-standard/endpoint';
export {
  type Association,
  type AssociationRequest,
  type Channel,
  createChannelPair,
  parseAssociationUri,
} from 'mobile-wallet-standard/endpoint';
export {
  type BalanceChange,
  ChainError,
  type ChainErrorReason,
  type InstructionSummary,
  isChainError,
  type SendTransactionOptions,
  type TransactionOutcome,
  type TransactionSummary,
  type WalletChain,
} from './explain/chain.js';
export { MOCK_WALLET_APPS, type MockWalletApp, type WalletAppState } from './phone/wallet-apps.js';
export type { MockAccount, NewAccount } from './wallet/accounts.js';
export type { ActivityEntry, ActivityOutcome, ConnectedApp } from './wallet/activity.js';
export {
  type ApprovalDecision,
  type ApprovalRequest,
  type ApprovalSubject,
  type Approve,
  approveAll,
  declineAll,
  type OtherAnswer,
  type TransactionToApprove,
} from './wallet/approval.js';
export type { ConnectionFault, Fault, MessageFault, RequestMethod } from './wallet/faults/fault.js';
export { createNamedFault, FAULT_NAMES, type FaultName } from './wallet/faults/named-faults.js';
export type { MockAttestation } from './wallet/mock-session.js';
export { createMockWallet, type MockWallet, type MockWalletOptions } from './wallet/mock-wallet.js';
export type { Quirks } from './wallet/quirks.js';
export { REFERENCE_QUIRKS } from './wallet/quirks.js';
export type { SessionEnd } from './wallet/run-session.js';
export type {
  MockCapabilities,
  MockWalletSettings,
  PhoneKind,
  SettingsChanges,
} from './wallet/settings.js';
export { type PhoneReportReading, readPhoneReport } from './wallet/state/like.js';
