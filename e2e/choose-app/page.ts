import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { registerMobileWallet } from 'mobile-wallet-standard';

// A dapp whose users choose among the wallet apps of a phone. The fragment of its address is the address that
// they pay 1 SOL, and a blockhash.
const [payee = '', recent = ''] = location.hash.slice(1).split('/');
const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
/** The instruction 2 of the system program, and 1 SOL in lamports. */
const TRANSFER = new Uint8Array(new BigUint64Array([1_000_000_000n]).buffer);

const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  walletApps: ['First', 'Second', 'Third'].map((name) => ({
    name,
    androidPackage: `com.example.${name.toLowerCase()}`,
  })),
});
if (!registration.registered) throw new Error(registration.reason);
const { wallet } = registration;
const { features } = wallet;
const output = document.createElement('output');

const show = (text: string): void => {
  output.value = text;
};

function addButton(text: string, work: () => Promise<string>): void {
  const button = Object.assign(document.createElement('button'), { textContent: text });
  button.addEventListener('click', () => {
    show('');
    work().then(show, (error: unknown) => show(String((error as { code?: unknown }).code ?? error)));
  });
  document.body.append(button);
}

function getAccount() {
  const [account] = wallet.accounts;
  if (!account) throw new Error('not connected');
  return account;
}

function createPayment(payer: string): Uint8Array {
  const lifetime = { blockhash: blockhash(recent), lastValidBlockHeight: 1_000_000n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (dated) =>
      appendTransactionMessageInstruction(
        {
          programAddress: SYSTEM_PROGRAM,
          accounts: [
            { address: address(payer), role: AccountRole.WRITABLE_SIGNER },
            { address: address(payee), role: AccountRole.WRITABLE },
          ],
          data: Uint8Array.of(2, 0, 0, 0, ...TRANSFER),
        },
        dated,
      ),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}

addButton('Connect', async () => {
  const { accounts } = await features['standard:connect'].connect();
  return accounts[0]?.address ?? '';
});
addButton('Sign', async () => {
  const message = new TextEncoder().encode('Hello');
  const [signed] = await features['solana:signMessage'].signMessage({ account: getAccount(), message });
  return `${signed?.signature.length} bytes`;
});
addButton('Pay', async () => {
  const [sent] = await features['solana:signAndSendTransaction'].signAndSendTransaction({
    account: getAccount(),
    chain: 'solana:devnet',
    transaction: createPayment(getAccount().address),
  });
  return `${sent?.signature.length} bytes`;
});
addButton('Disconnect', async () => {
  await features['standard:disconnect'].disconnect();
  return 'disconnected';
});
document.body.append(output);
