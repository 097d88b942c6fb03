import { transact } from '@solana-mobile/mobile-wallet-adapter-protocol';

// A dapp on the published client alone. What it asks for is in the form, what it got is in the output, as JSON.
const form = document.createElement('form');
form.innerHTML = '<textarea name="request"></textarea><button>Run</button><output name="outcome"></output>';
document.body.append(form);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const outcome = form.elements.namedItem('outcome') as HTMLOutputElement;
  outcome.value = '';
  const data = new FormData(form);
  outcome.value = JSON.stringify(
    await run(JSON.parse(String(data.get('request')))).catch((error) => ({
      error: { name: error.name, code: error.code, message: error.message },
    })),
  );
});

type Request = Readonly<{
  authorize: Parameters<Parameters<Parameters<typeof transact>[0]>[0]['authorize']>[0];
  messages: string[];
  transactions: string[];
}>;

function run({ authorize, messages, transactions }: Request) {
  return transact(async (wallet) => {
    const capabilities = await wallet.getCapabilities();
    const authorization = await wallet.authorize(authorize);
    const addresses = authorization.accounts.map((account) => account.address);
    const signedMessages = await wallet.signMessages({ addresses, payloads: messages });
    const signedTransactions = await wallet.signTransactions({ payloads: transactions });
    return { capabilities, authorization, signedMessages, signedTransactions };
  });
}
