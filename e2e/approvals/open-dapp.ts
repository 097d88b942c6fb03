import { expect, type FrameLocator, type Page } from '@playwright/test';
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getAddressDecoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type TransactionSigner,
} from '@solana/kit';
import { bundle } from '../bundle.js';
import { getWallet, SHOP } from '../panel.js';

/** The mock wallet's chain, over the JSON-RPC of the dev server. */
export type TestChain = ReturnType<typeof connectChain>;

/** What a dapp asks the wallet to sign, in order: the instructions of each transaction. */
export type CreateInstructions = (owner: TransactionSigner) => Promise<readonly (readonly Instruction[])[]>;

/** Returns the chain of the demo's dev server. */
export function connectChain(baseURL: string | undefined) {
  const rpc = createSolanaRpc(new URL('/__mobile-wallet/rpc/devnet', baseURL).href);
  const createMessage = async (payer: TransactionSigner, instructions: readonly Instruction[]) => {
    const { value } = await rpc.getLatestBlockhash().send();
    return pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(value, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    );
  };
  return {
    rpc,
    /** Returns a transaction in base64 that its fee payer has to sign. */
    async createUnsigned(payer: Address, instructions: readonly Instruction[]): Promise<string> {
      const message = await createMessage(createNoopSigner(payer), instructions);
      return getBase64EncodedWireTransaction(compileTransaction(message));
    },
  };
}

/**
 * Opens a dapp with our library in the place of the demo, whose dev server has a mock wallet and its chain.
 */
export async function openDapp(
  page: Page,
  chain: TestChain,
  createInstructions: CreateInstructions,
): Promise<void> {
  const { '/': document = '', ...scripts } = await bundle('approvals/dapp.ts');
  const [entry = ''] = Object.keys(scripts).filter((path) => document.includes(path));
  // The document comes from the server, because the browser lets only pages of this machine reach the wallet
  // unasked.
  for (const [path, body] of Object.entries(scripts)) {
    const replaced = path === entry ? '/main.ts' : path;
    await page.route(`**${replaced}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  }
  await page.exposeFunction('createTransactions', async (base64: string) => {
    const owner = getAddressDecoder().decode(Buffer.from(base64, 'base64'));
    const transactions = await createInstructions(createNoopSigner(owner));
    return Promise.all(transactions.map((instructions) => chain.createUnsigned(owner, instructions)));
  });
  await page.goto(SHOP);
}

/** Has the dapp connect and ask for something, and approves the connection. */
export async function ask(page: Page, action: string): Promise<FrameLocator> {
  const wallet = getWallet(page);
  await page.getByRole('button', { name: action }).click();
  await expect(wallet.getByRole('heading', { name: 'Connect to this app?' })).toBeVisible();
  await wallet.getByRole('button', { name: 'Approve' }).click();
  return wallet;
}

/** Opens the dialog with the other answers, once the shown request takes taps. */
export async function openOtherAnswers(wallet: FrameLocator): Promise<void> {
  await expect(wallet.getByRole('heading', { level: 1, name: /Sign|Approve/ })).toBeVisible();
  await wallet.getByRole('button', { name: 'Other answers' }).press('Enter');
  await expect(wallet.getByRole('dialog', { name: 'Other answers' })).toBeVisible();
}

/** Chooses an answer in the dialog and gives it. */
export async function giveOtherAnswer(wallet: FrameLocator, name: string): Promise<void> {
  await wallet.getByRole('radio', { name }).check();
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
}

/** Returns what the dapp has got: `returned`, or the error. */
export async function readOutcome(page: Page): Promise<unknown> {
  await expect(page.locator('output')).not.toBeEmpty();
  return JSON.parse(await page.locator('output').innerText());
}
