export { createReference, createTransfer } from './create-transfer.js';
export {
  type ArrivedTransfer,
  type FindPaymentOptions,
  type FoundPayment,
  findPayment,
  type PaymentRpc,
} from './find-payment.js';
export type { PaymentMint, PaymentTerms } from './transfer-form.js';
