import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { generateKeyPairSigner, type Signature, type TransactionSigner } from '@solana/kit';
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
import { getPanel, getWallet } from './panel.js';

const LAMPORTS = 1_000_000n;

let chain: TestChain;
test.beforeEach(async ({ baseURL, page }) => {
  chain = connectChain(baseURL);
  await openDapp(page, chain, createPayments);
});

/** Creates three payments of one account to new ones. */
async function createPayments(source: TransactionSigner) {
  const destinations = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()));
  return destinations.map(({ address }) => [
    getTransferSolInstruction({ source, destination: address, amount: LAMPORTS }),
  ]);
}

/** Has the dapp ask, and opens the wallet's other answers to its request. */
async function askForOthers(page: Page, action: string): Promise<FrameLocator> {
  const wallet = await ask(page, action);
  await openOtherAnswers(wallet);
  return wallet;
}

/** Chooses an answer, fills in what it asks for, and gives it. */
const fill =
  (answer: string, fillIn: (wallet: FrameLocator) => Promise<void>) =>
  async (wallet: FrameLocator): Promise<void> => {
    await wallet.getByRole('radio', { name: answer }).check();
    await fillIn(wallet);
    await wallet.getByRole('button', { name: 'Answer', exact: true }).click();
  };
const give = (answer: string) => fill(answer, async () => {});

const ANSWERS: readonly (readonly [
  name: string,
  answer: (wallet: FrameLocator) => Promise<void>,
  outcome: Readonly<Record<string, unknown>>,
])[] = [
  ['“Decline”', give('Decline'), { code: 'USER_REJECTED', rpcCode: -3 }],
  ['“Not authorized”', give('Not authorized'), { code: 'NOT_AUTHORIZED', rpcCode: -1 }],
  ['“Forget the app”', give('Forget the app'), { code: 'NOT_AUTHORIZED', rpcCode: -1 }],
  ['“Too many at once”', give('Too many at once'), { code: 'TOO_MANY_PAYLOADS', rpcCode: -6 }],
  ['“Chain not supported”', give('Chain not supported'), { code: 'CHAIN_NOT_SUPPORTED', rpcCode: -7 }],
  ['“Internal error”', give('Internal error'), { code: 'WALLET_ERROR', rpcCode: -32_603 }],
  [
    'an error of the developer’s choice',
    fill('Another error', async (wallet) => {
      await wallet.getByRole('spinbutton', { name: 'Code' }).fill('-32042');
      await wallet.getByRole('textbox', { name: 'Message' }).fill('It rains');
    }),
    { code: 'WALLET_ERROR', rpcCode: -32_042 },
  ],
  [
    'the messages that cannot be signed, by their places',
    fill('Cannot sign this', async (wallet) => {
      await wallet.getByRole('checkbox', { name: 'Message 1' }).uncheck();
      await wallet.getByRole('checkbox', { name: 'Message 3' }).uncheck();
    }),
    { code: 'INVALID_PAYLOADS', rpcCode: -2, data: { valid: [true, false, true] } },
  ],
  ['“Close the app”', give('Close the app'), { code: 'SESSION_CLOSED' }],
  ['“Crash”', give('Crash'), { code: 'SESSION_CLOSED' }],
  [
    'no answer, until the wallet is left',
    async (wallet) => {
      await giveOtherAnswer(wallet, 'Never answer');
      await expect(wallet.getByText('Waiting for the dapp…')).toBeVisible();
      const page = wallet.owner().page();
      await expect(page.locator('output')).toBeEmpty();
      // Over that of the frame, which takes no taps while nothing is asked.
      await getPanel(page).locator('.is-clear').click();
    },
    { code: 'SESSION_CLOSED' },
  ],
  ['a reply that comes twice, and counts once', give('Answer twice'), { returned: 3 }],
  [
    'a faulty reply, which the library refuses',
    fill('Faulty reply', async (wallet) => {
      await wallet.getByRole('combobox').selectOption('result-of-wrong-type');
    }),
    { code: 'INVALID_RESPONSE' },
  ],
];

test('each answer reaches the dapp', async ({ page }) => {
  for (const [name, answer, outcome] of ANSWERS) {
    await test.step(name, async () => {
      await answer(await askForOthers(page, 'Sign messages'));
      expect(await readOutcome(page)).toMatchObject(outcome);
    });
  }

  await test.step('an approval that comes late', async () => {
    const wallet = await askForOthers(page, 'Sign messages');
    await wallet.getByLabel('Answer after').fill('0.5');
    const before = Date.now();
    await giveOtherAnswer(wallet, 'Approve');
    expect(await readOutcome(page)).toEqual({ returned: 3 });
    expect(Date.now() - before).toBeGreaterThanOrEqual(500);
  });

  await test.step('a connection that is refused because of its network', async () => {
    await page.getByRole('button', { name: 'Connect' }).click();
    const wallet = getWallet(page);
    await wallet.getByRole('button', { name: 'Other answers' }).press('Enter');
    await giveOtherAnswer(wallet, 'Chain not supported');
    expect(await readOutcome(page)).toMatchObject({ code: 'CHAIN_NOT_SUPPORTED', rpcCode: -7 });
  });
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
    code: 'ALREADY_SUBMITTED',
    rpcCode: -4,
    transactions: [
      { status: 'submitted', signature: expect.any(String) },
      { status: 'not-submitted' },
      { status: 'submitted', signature: expect.any(String) },
    ],
  });
  const { transactions } = outcome as Readonly<{ transactions: readonly { signature?: string }[] }>;
  const sent = transactions.flatMap(({ signature }) => (signature ? [signature as Signature] : []));
  const { value } = await chain.rpc.getSignatureStatuses(sent).send();
  expect(value.map((status) => status?.err)).toEqual([null, null]);
});
