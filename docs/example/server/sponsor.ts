import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  type Base64EncodedWireTransaction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type KeyPairSigner,
  pipe,
  type Rpc,
  type SolanaRpcApi,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';

const PRICE = 10_000_000; // lamports: 0.01 SOL
/** How long the chain may take to answer, in milliseconds. */
const RPC_MS = 10_000;

/** Pays the fees of users' payments to `shop` from an account of yours, whose key is on your server. */
export function createSponsor(rpc: Rpc<SolanaRpcApi>, sponsor: KeyPairSigner, shop: Address) {
  /** The messages that were offered, in base64. Keep them in your database, and drop old ones. */
  const offered = new Set<string>();
  const toKey = (message: Parameters<ReturnType<typeof getBase64Decoder>['decode']>[0]) =>
    getBase64Decoder().decode(message);

  /** Returns a payment for the user to sign, in base64. Limit how many one user gets. */
  async function offer(payer: Address, reference: Address) {
    // Otherwise the sponsor would pay the price, too: it signs whatever was offered.
    if (payer === sponsor.address) throw new Error('The sponsor buys nothing');
    const source = createNoopSigner(payer); // the wallet app signs
    const transfer = getTransferSolInstruction({ source, destination: shop, amount: PRICE });
    const accounts = [...transfer.accounts, { address: reference, role: AccountRole.READONLY }];
    const { context, value: blockhash } = await rpc
      .getLatestBlockhash()
      .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayer(sponsor.address, empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      (timed) => appendTransactionMessageInstruction({ ...transfer, accounts }, timed),
    );
    const transaction = compileTransaction(message);
    offered.add(toKey(transaction.messageBytes));
    return {
      transaction: getBase64EncodedWireTransaction(transaction),
      minContextSlot: Number(context.slot),
    };
  }

  /** Signs and sends what the user has signed. Throws if it is not what was offered. */
  async function send(signed: Base64EncodedWireTransaction) {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(signed));
    // Never sign what a page has made: it could take all that the sponsor has.
    if (!offered.delete(toKey(transaction.messageBytes))) throw new Error('This was not offered');
    const complete = await signTransaction([sponsor.keyPair], transaction);
    const options = { encoding: 'base64', preflightCommitment: 'confirmed' } as const;
    return rpc
      .sendTransaction(getBase64EncodedWireTransaction(complete), options)
      .send({ abortSignal: AbortSignal.timeout(RPC_MS) });
  }

  return { offer, send };
}
