import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { generateKeyPairSigner, getBase58Decoder, type Signature, type TransactionSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  ask,
  connectChain,
  giveOtherAnswer,
  openDapp,
  openOtherAnswers,
  readOutcome,
  type TestChain,
} from './approvals/open-dapp.js';
import { getWallet } from './panel.js';

const LAMPORTS = 1_000_000n;

let chain: TestChain;
test.beforeEach(({ baseURL }) => {
  chain = connectChain(baseURL);
});

/** Creates three payments of one account to new ones. */
async function createPayments(source: TransactionSigner) {
  const destinations = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()));
  return destinations.map(({ address }) => [
    getTransferSolInstruction({ source, destination: address, amount: LAMPORTS }),
  ]);
}

/** Opens the dapp, and the wallet's other answers to its request. */
async function askForOthers(page: Page, action = 'Sign messages'): Promise<FrameLocator> {
  await openDapp(page, chain, createPayments);
  const wallet = await ask(page, action);
  await openOtherAnswers(wallet);
  return wallet;
}

const INVALID = { data: { valid: [true, false, true] } };

const ERRORS: readonly (readonly [answer: string, code: string, rpcCode: number])[] = [
  ['Decline', 'USER_REJECTED', -3],
  ['Not authorized', 'NOT_AUTHORIZED', -1],
  ['Forget the app', 'NOT_AUTHORIZED', -1],
  ['Too many at once', 'TOO_MANY_PAYLOADS', -6],
  ['Chain not supported', 'CHAIN_NOT_SUPPORTED', -7],
  ['Internal error', 'WALLET_ERROR', -32_603],
];

for (const [answer, code, rpcCode] of ERRORS) {
  test(`“${answer}” reaches the dapp as ${code}`, async ({ page }) => {
    await giveOtherAnswer(await askForOthers(page), answer);
    expect(await readOutcome(page)).toMatchObject({ code, rpcCode });
  });
}

test('an error of the developer’s choice reaches the dapp', async ({ page }) => {
  const wallet = await askForOthers(page);
  await wallet.getByRole('radio', { name: 'Another error' }).check();
  await wallet.getByRole('spinbutton', { name: 'Code' }).fill('-32042');
  await wallet.getByRole('textbox', { name: 'Message' }).fill('It rains');
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  expect(await readOutcome(page)).toMatchObject({ code: 'WALLET_ERROR', rpcCode: -32_042 });
});

test('the messages that cannot be signed reach the dapp by their places', async ({ page }) => {
  const wallet = await askForOthers(page);
  await wallet.getByRole('radio', { name: 'Cannot sign this' }).check();
  await wallet.getByRole('checkbox', { name: 'Message 1' }).uncheck();
  await wallet.getByRole('checkbox', { name: 'Message 3' }).uncheck();
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  expect(await readOutcome(page)).toMatchObject({ code: 'INVALID_PAYLOADS', rpcCode: -2, ...INVALID });
});

test('of transactions that are not all sent, the dapp gets the signatures of the others', async ({
  page,
}) => {
  const wallet = await askForOthers(page, 'Sign and send');
  await wallet.getByRole('radio', { name: 'Not all sent' }).check();
  await wallet.getByRole('checkbox', { name: 'Transaction 1' }).uncheck();
  await wallet.getByRole('checkbox', { name: 'Transaction 3' }).uncheck();
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  const outcome = await readOutcome(page);
  expect(outcome).toMatchObject({
    code: 'NOT_SUBMITTED',
    rpcCode: -4,
    data: { signatures: [expect.any(String), null, expect.any(String)] },
  });
  const { data } = outcome as Readonly<{ data: Readonly<{ signatures: readonly (string | null)[] }> }>;
  const sent = data.signatures.flatMap((base64) => (base64 === null ? [] : [toSignature(base64)]));
  const { value } = await chain.rpc.getSignatureStatuses(sent).send();
  expect(value.map((status) => status?.err)).toEqual([null, null]);
});

test('a wallet that never answers keeps the dapp waiting until it is left', async ({ page }) => {
  const wallet = await askForOthers(page);
  await giveOtherAnswer(wallet, 'Never answer');
  await expect(wallet.getByText('Waiting for the dapp…')).toBeVisible();
  await expect(page.locator('output')).toBeEmpty();
  await wallet.getByRole('button', { name: 'Leave the wallet' }).click();
  expect(await readOutcome(page)).toMatchObject({ code: 'SESSION_CLOSED' });
});

for (const answer of ['Close the app', 'Crash']) {
  test(`“${answer}” ends the session`, async ({ page }) => {
    await giveOtherAnswer(await askForOthers(page), answer);
    expect(await readOutcome(page)).toMatchObject({ code: 'SESSION_CLOSED' });
  });
}

test('a reply that comes twice counts once', async ({ page }) => {
  await giveOtherAnswer(await askForOthers(page), 'Answer twice');
  expect(await readOutcome(page)).toEqual({ returned: 3 });
});

test('a faulty reply is refused by the library', async ({ page }) => {
  const wallet = await askForOthers(page);
  await wallet.getByRole('radio', { name: 'Faulty reply' }).check();
  await wallet.getByRole('combobox').selectOption('result-of-wrong-type');
  await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  expect(await readOutcome(page)).toMatchObject({ code: 'INVALID_RESPONSE' });
});

test('an approval can come late', async ({ page }) => {
  const wallet = await askForOthers(page);
  await wallet.getByLabel('Answer after').fill('0.5');
  const before = Date.now();
  await giveOtherAnswer(wallet, 'Approve');
  expect(await readOutcome(page)).toEqual({ returned: 3 });
  expect(Date.now() - before).toBeGreaterThanOrEqual(500);
});

test('a connection can be refused because of its network', async ({ page }) => {
  await openDapp(page, chain, createPayments);
  await page.getByRole('button', { name: 'Connect' }).click();
  const wallet = getWallet(page);
  await wallet.getByRole('button', { name: 'Other answers' }).press('Enter');
  await giveOtherAnswer(wallet, 'Chain not supported');
  expect(await readOutcome(page)).toMatchObject({ code: 'CHAIN_NOT_SUPPORTED', rpcCode: -7 });
});

function toSignature(base64: string): Signature {
  return getBase58Decoder().decode(Buffer.from(base64, 'base64')) as Signature;
}
