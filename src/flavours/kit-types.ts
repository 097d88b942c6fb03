import type {
  SignatureBytes,
  Transaction,
  TransactionMessage,
  TransactionMessageWithFeePayer,
  TransactionMessageWithLifetime,
} from '@solana/kit';
import type { FlavouredWallet } from './flavour.js';

/** A transaction message with a fee payer and a lifetime, so that it can be compiled and sent. */
export type SignAndSendTransactionMessage = TransactionMessage &
  TransactionMessageWithFeePayer &
  TransactionMessageWithLifetime;

/**
 * What `signAndSendTransactions` takes.
 *
 * @inline
 */
export type Sendable = Transaction | SignAndSendTransactionMessage;

/**
 * A session's wallet for `@solana/kit`: takes kit's transactions, and returns kit's transactions and signatures.
 *
 * @interface
 */
export type KitMobileWallet = FlavouredWallet<Transaction, Sendable, SignatureBytes>;
