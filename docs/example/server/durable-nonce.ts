import {
  type Address,
  appendTransactionMessageInstruction,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  type Nonce,
  partiallySignTransactionMessageWithSigners,
  pipe,
  type Rpc,
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
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getNonceSize,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system';

/**
 * Creates a nonce account, which `owner` pays for and controls. Returns its address. Use it only once the
 * chain shows it.
 */
export async function createNonceAccount(rpc: Rpc<SolanaRpcApi>, owner: KeyPairSigner): Promise<Address> {
  const newAccount = await generateKeyPairSigner();
  const space = BigInt(getNonceSize());
  const rent = await rpc.getMinimumBalanceForRentExemption(space).send();
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(owner, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
    (timed) =>
      appendTransactionMessageInstructions(
        [
          getCreateAccountInstruction({
            payer: owner,
            newAccount,
            lamports: rent,
            space,
            programAddress: SYSTEM_PROGRAM_ADDRESS,
          }),
          getInitializeNonceAccountInstruction({
            nonceAccount: newAccount.address,
            nonceAuthority: owner.address,
          }),
        ],
        timed,
      ),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send();
  return newAccount.address;
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
  const { data } = await fetchNonce(rpc, nonceAccount, { commitment: 'confirmed' });
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
  const minContextSlot = Number(await rpc.getSlot({ commitment: 'confirmed' }).send());
  return { transaction, minContextSlot };
}
