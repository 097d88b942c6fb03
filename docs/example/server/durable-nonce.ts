import {
  type Address,
  appendTransactionMessageInstruction,
  appendTransactionMessageInstructions,
  createAddressWithSeed,
  createTransactionMessage,
  fetchEncodedAccount,
  getBase64EncodedWireTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  type Nonce,
  partiallySignTransactionMessageWithSigners,
  pipe,
  type Rpc,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  type SolanaRpcApi,
  setTransactionMessageFeePayer,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  fetchNonce,
  getAdvanceNonceAccountInstruction,
  getCreateAccountWithSeedInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';

/** How long one request to the chain may take, and the time between two looks, in milliseconds. */
const REQUEST_MS = 15_000;
const LOOK_MS = 500;

/**
 * Returns the nonce account of this name, once the chain shows it. Creates it if it is missing: `owner` pays
 * for it and controls it. A name has at most 32 bytes.
 *
 * The address follows from the owner and the name. So if an answer got lost, the next call with this name
 * finds the account, or creates the same one, and never a second. Rejects if the chain does not show it
 * within `waitMs`, or refuses it.
 */
export async function createNonceAccount(
  rpc: Rpc<SolanaRpcApi>,
  owner: KeyPairSigner,
  name: string,
  waitMs = 60_000,
): Promise<Address> {
  const base = { baseAddress: owner.address, programAddress: SYSTEM_PROGRAM_ADDRESS };
  const nonceAccount = await createAddressWithSeed({ ...base, seed: name });
  // With the commitment that `buildWithNonce` reads it with.
  const isShown = async () => {
    const options = { commitment: 'confirmed', abortSignal: AbortSignal.timeout(REQUEST_MS) } as const;
    const found = await fetchEncodedAccount(rpc, nonceAccount, options);
    return found.exists && found.data.length === getNonceSize();
  };
  if (await isShown()) return nonceAccount;
  const wire = await buildCreation(rpc, owner, nonceAccount, name);
  let cause: unknown;
  try {
    await rpc
      .sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' })
      .send({ abortSignal: AbortSignal.timeout(REQUEST_MS) });
  } catch (error) {
    const isRefused = isSolanaError(
      error,
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
    );
    // Another call with this name may have been faster.
    if (isRefused && !(await isShown())) throw error;
    cause = error; // only the answer may be lost
  }
  const end = Date.now() + waitMs;
  do {
    if (await isShown().catch(() => false)) return nonceAccount;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  } while (Date.now() < end);
  const text = `The chain does not show the nonce account ${nonceAccount} (“${name}”) yet.`;
  throw new Error(`${text} Nothing is lost: call this again with the same name.`, { cause });
}

/** Builds and signs the transaction that creates a nonce account. Returns it in base64. */
async function buildCreation(
  rpc: Rpc<SolanaRpcApi>,
  owner: KeyPairSigner,
  nonceAccount: Address,
  name: string,
) {
  const space = BigInt(getNonceSize());
  const abortSignal = AbortSignal.timeout(REQUEST_MS);
  const rent = await rpc.getMinimumBalanceForRentExemption(space).send({ abortSignal });
  const { value: blockhash } = await rpc.getLatestBlockhash().send({ abortSignal });
  const create = getCreateAccountWithSeedInstruction({
    payer: owner,
    newAccount: nonceAccount,
    base: owner.address,
    seed: name,
    amount: rent,
    space,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
  });
  const initialize = getInitializeNonceAccountInstruction({ nonceAccount, nonceAuthority: owner.address });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(owner, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) => appendTransactionMessageInstructions([create, initialize], timed),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

/**
 * Builds a transaction that stays good until the nonce is used, and signs it for `owner`. Returns it in
 * base64, for the user's wallet to sign and send, with `minContextSlot` for that send. Throws if `owner` is
 * the payer, or is named by the instruction.
 */
export async function buildWithNonce(
  rpc: Rpc<SolanaRpcApi>,
  nonceAccount: Address,
  owner: KeyPairSigner,
  payer: Address,
  instruction: Instruction,
) {
  // Its signature counts for the whole transaction: otherwise it would approve what it is named for, too.
  const named = instruction.accounts?.map((account) => account.address) ?? [];
  if ([payer, ...named].includes(owner.address))
    throw new Error('The owner of the nonce takes no other part');
  const abortSignal = AbortSignal.timeout(REQUEST_MS);
  const { data } = await fetchNonce(rpc, nonceAccount, { commitment: 'confirmed', abortSignal });
  const lifetime = {
    nonce: data.blockhash as string as Nonce, // kit has a type of its own for the same text
    nonceAccountAddress: nonceAccount,
    nonceAuthorityAddress: owner.address,
  };
  const advance = getAdvanceNonceAccountInstruction({ nonceAccount, nonceAuthority: owner });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => appendTransactionMessageInstruction(advance, paid), // must be the first
    (advanced) => setTransactionMessageLifetimeUsingDurableNonce(lifetime, advanced),
    (timed) => appendTransactionMessageInstruction(instruction, timed),
  );
  const transaction = getBase64EncodedWireTransaction(
    await partiallySignTransactionMessageWithSigners(message),
  );
  // Some wallet apps show no approval without a slot.
  const minContextSlot = Number(await rpc.getSlot({ commitment: 'confirmed' }).send({ abortSignal }));
  return { transaction, minContextSlot };
}
