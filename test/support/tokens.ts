import {
  AccountRole,
  type Address,
  address,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import type { PaymentMint } from 'mobile-wallet-standard/payments';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { createSigned, getCreateAccount } from './chain.js';

/** A mint whose authority is `payer`, with `amount` of it in the payer's associated token account. */
export async function createToken(
  chain: LiteSvmChain,
  payer: KeyPairSigner,
  amount: bigint,
  decimals = 6,
): Promise<Readonly<{ mint: Address; account: Address }>> {
  const mint = await generateKeyPairSigner();
  const account = await getTokenAddress(mint.address, payer.address);
  const instructions = [
    await getCreateAccount(chain, payer.address, mint, getMintSize(), TOKEN_PROGRAM_ADDRESS),
    getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: payer.address }),
    await getCreateTokenAccount(payer, mint.address, payer.address),
    getMintToInstruction({ mint: mint.address, token: account, mintAuthority: payer, amount }),
  ];
  await chain.sendTransaction(await createSigned(chain, payer, instructions));
  return { mint: mint.address, account };
}

/** The address of an owner's associated token account. */
export async function getTokenAddress(mint: Address, owner: Address): Promise<Address> {
  const [address] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return address;
}

/** Creates an owner's associated token account unless it exists. */
export async function getCreateTokenAccount(
  payer: KeyPairSigner,
  mint: Address,
  owner: Address,
): Promise<Instruction> {
  return getCreateAssociatedTokenIdempotentInstructionAsync({ payer, mint, owner });
}

/**
 * Pays tokens with 6 decimals from an associated token account to another one, and creates that if it is
 * missing.
 */
export async function getTokenTransfer(
  payer: KeyPairSigner,
  mint: Address,
  recipient: Address,
  amount: bigint,
): Promise<readonly Instruction[]> {
  const source = await getTokenAddress(mint, payer.address);
  const destination = await getTokenAddress(mint, recipient);
  return [
    await getCreateTokenAccount(payer, mint, recipient),
    getTransferCheckedInstruction({ source, mint, destination, authority: payer, amount, decimals: 6 }),
  ];
}

const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

/** A token of Token-2022 that takes a hundredth of each transfer, of which the payer has much. */
export async function createTokenWithFee(chain: LiteSvmChain, payer: KeyPairSigner): Promise<PaymentMint> {
  const mint = await generateKeyPairSigner();
  const config = { programAddress: TOKEN_2022 };
  const fee = new Uint8Array(14);
  fee.set([26, 0, 0, 0, 100, 0]);
  new DataView(fee.buffer).setBigUint64(6, 2n ** 60n, true);
  const [account] = await findAssociatedTokenPda({
    mint: mint.address,
    owner: payer.address,
    tokenProgram: TOKEN_2022,
  });
  await chain.sendTransaction(
    await createSigned(chain, payer, [
      await getCreateAccount(chain, payer.address, mint, 278, TOKEN_2022),
      {
        programAddress: TOKEN_2022,
        accounts: [{ address: mint.address, role: AccountRole.WRITABLE }],
        data: fee,
      },
      getInitializeMint2Instruction(
        { mint: mint.address, decimals: 6, mintAuthority: payer.address },
        config,
      ),
      await getCreateAssociatedTokenIdempotentInstructionAsync({
        payer,
        mint: mint.address,
        owner: payer.address,
        tokenProgram: TOKEN_2022,
      }),
      getMintToInstruction(
        { mint: mint.address, token: account, mintAuthority: payer, amount: 10n ** 12n },
        config,
      ),
    ]),
  );
  return { address: mint.address, decimals: 6, program: TOKEN_2022 };
}
