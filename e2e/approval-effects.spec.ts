import { expect, test } from '@playwright/test';
import { type Address, generateKeyPairSigner, type Instruction, type TransactionSigner } from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { ask, connectChain, openDapp, readOutcome, type TestChain } from './approvals/open-dapp.js';

const SOL = 1_000_000_000n;

let chain: TestChain;
test.beforeEach(({ baseURL }) => {
  chain = connectChain(baseURL);
});

async function getTokenAccount(mint: Address, owner: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS });
  return account;
}

/** Creates a mint on the chain, and gives `amount` of it to an owner. */
async function giveTokens(owner: Address, amount: bigint, decimals: number): Promise<Address> {
  const [payer, mint] = await Promise.all([chain.createPayer(), generateKeyPairSigner()]);
  const space = BigInt(getMintSize());
  await chain.send(payer, [
    getCreateAccountInstruction({
      payer,
      newAccount: mint,
      lamports: await chain.rpc.getMinimumBalanceForRentExemption(space).send(),
      space,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: payer.address }),
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer, mint: mint.address, owner }),
    getMintToInstruction({
      mint: mint.address,
      token: await getTokenAccount(mint.address, owner),
      mintAuthority: payer,
      amount,
    }),
  ]);
  return mint.address;
}

/** Returns the instructions that give an amount of a token to a new owner. */
async function createTransfer(
  authority: TransactionSigner,
  mint: Address,
  amount: bigint,
  decimals: number,
): Promise<readonly Instruction[]> {
  const { address: owner } = await generateKeyPairSigner();
  return [
    await getCreateAssociatedTokenIdempotentInstructionAsync({ payer: authority, mint, owner }),
    getTransferCheckedInstruction({
      source: await getTokenAccount(mint, authority.address),
      mint,
      destination: await getTokenAccount(mint, owner),
      authority,
      amount,
      decimals,
    }),
  ];
}

test('250 tokens and an NFT leave, and the page says so', async ({ page }) => {
  let mints: readonly Address[] = [];
  await openDapp(page, chain, async (owner) => {
    mints = await Promise.all([
      giveTokens(owner.address, 1_000_000_000n, 6),
      giveTokens(owner.address, 1n, 0),
    ]);
    const [gold = owner.address, ape = owner.address] = mints;
    return [
      [...(await createTransfer(owner, gold, 250_000_000n, 6)), ...(await createTransfer(owner, ape, 1n, 0))],
    ];
  });
  const wallet = await ask(page, 'Sign and send');
  const own = wallet.locator('.changes > li').first();
  await expect(own).toContainText('Main');
  const [gold = '', ape = ''] = mints;
  await expect(own.locator('.amount').nth(0)).toContainText('−1 NFT');
  await expect(own.locator('.amount').nth(0)).toContainText(ape.slice(0, 4));
  await expect(own.locator('.amount').nth(1)).toContainText('−250 tokens');
  await expect(own.locator('.amount').nth(1)).toContainText(gold.slice(0, 4));
  await expect(own.locator('.amount').nth(2)).toHaveText(/^−0\.\d+ SOL$/);
  await wallet.getByRole('button', { name: 'Approve' }).click();
  expect(await readOutcome(page)).toEqual({ returned: [expect.any(String)] });
});

test('of three payments the second fails once the first is sent, and the page says so', async ({ page }) => {
  await openDapp(page, chain, async (source) => {
    const { value: balance } = await chain.rpc.getBalance(source.address).send();
    const most = balance - SOL / 10n;
    const destinations = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()));
    return [most, most, SOL / 1000n].map((amount, index) => [
      getTransferSolInstruction({
        source,
        destination: destinations[index]?.address ?? source.address,
        amount,
      }),
    ]);
  });
  const wallet = await ask(page, 'Sign and send');
  await expect(
    wallet.getByText(/^Transaction 2 of 3 would fail once the one before it is sent\. .+ SOL would be taken/),
  ).toBeVisible();
  await expect(wallet.getByText(/^Transaction [13] of 3 would fail/)).toHaveCount(0);
  await expect(wallet.getByRole('region', { name: 'Expected changes, all together' })).toContainText(
    'Without the one that would fail.',
  );
  await wallet.getByRole('button', { name: 'Decline' }).click();
  expect(await readOutcome(page)).toMatchObject({ code: 'USER_REJECTED', rpcCode: -3 });
});

test('three requests at once are 1 of 3, 2 of 3 and 3 of 3', async ({ page }) => {
  await openDapp(page, chain, async (source) => {
    const destinations = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()));
    return destinations.map(({ address }) => [
      getTransferSolInstruction({ source, destination: address, amount: SOL / 1000n }),
    ]);
  });
  const wallet = await ask(page, 'Send all at once');
  for (const place of ['1 of 3', '2 of 3', '3 of 3']) {
    await expect(wallet.getByText(place, { exact: true })).toBeVisible();
    await wallet.getByRole('button', { name: 'Approve' }).press('Enter');
  }
  expect(await readOutcome(page)).toEqual({ returned: [1, 2, 3].map(() => expect.any(String)) });
});
