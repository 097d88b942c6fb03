import {
  type Channel,
  createDappHello,
  createRpcClient,
  dappHandshake,
  getAssociationUri,
  getRandomPort,
  openWebSocketChannel,
} from 'mobile-wallet-standard/endpoint';
import { findMobileWalletError, type MobileWallet, transact } from 'mobile-wallet-standard/session';

// A dapp with a button for each kind of request. The output shows its outcome as JSON.

/** What the test adds to the page. */
type Test = Readonly<{
  /** Creates base64 transactions that the account with this base64 address has to sign. */
  createTransactions(address: string): Promise<readonly string[]>;
}>;

const MESSAGES = ['first', 'second', 'third'].map((text) => new TextEncoder().encode(text));

const ACTIONS: Readonly<Record<string, (wallet: MobileWallet, address: string) => Promise<unknown>>> = {
  Connect: async () => 'connected',
  'Sign messages': async (wallet, address) => {
    const signed = await wallet.signMessages({ addresses: [address], payloads: MESSAGES });
    return signed.length;
  },
  'Sign and send': async (wallet, address) => {
    const transactions = await createTransactions(address);
    const signatures = await wallet.signAndSendTransactions({ transactions });
    return signatures.map(toBase64);
  },
};

const output = document.createElement('output');
for (const [name, act] of Object.entries(ACTIONS)) {
  const button = document.createElement('button');
  button.textContent = name;
  button.addEventListener('click', async () => {
    output.value = '';
    output.value = JSON.stringify(await run(act).catch(describe));
  });
  document.body.append(button);
}
document.body.append(output);

const button = document.createElement('button');
button.textContent = 'Send all at once';
button.addEventListener('click', async () => {
  output.value = JSON.stringify(await sendAllAtOnce().catch(describe));
});
document.body.append(button);

/**
 * Keeps three requests outstanding, as a client of another library may do. This one waits for each response.
 */
async function sendAllAtOnce(): Promise<unknown> {
  const hello = await createDappHello();
  const port = getRandomPort();
  location.assign(getAssociationUri({ type: 'local', port }, hello.associationPoint));
  const channel = await openWhenReady(`ws://localhost:${port}/solana-wallet`);
  const { call } = createRpcClient((await dappHandshake(channel, hello)).secure);
  const identity = { name: 'Example', uri: location.origin };
  const { result } = await call('authorize', { chain: 'solana:devnet', identity });
  const { accounts } = result as Readonly<{ accounts: readonly { address: string }[] }>;
  const transactions = await createTransactions(accounts[0]?.address ?? '');
  const sent = transactions.map((wire) => call('sign_and_send_transactions', { payloads: [toBase64(wire)] }));
  const outcomes = await Promise.all(sent);
  channel.close();
  return { returned: outcomes.map((outcome) => outcome.result) };
}

async function openWhenReady(url: string): Promise<Channel> {
  try {
    return await openWebSocketChannel(url);
  } catch {
    return openWhenReady(url);
  }
}

function run(act: (wallet: MobileWallet, address: string) => Promise<unknown>): Promise<unknown> {
  const identity = { name: 'Example', uri: location.origin };
  return transact(async (wallet) => {
    const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity });
    return { returned: await act(wallet, accounts[0]?.address ?? '') };
  });
}

async function createTransactions(address: string): Promise<readonly Uint8Array[]> {
  const created = await (window as unknown as Test).createTransactions(address);
  return created.map((base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
}

function describe(error: unknown): unknown {
  const found = findMobileWalletError(error);
  if (!found) return { error: String(error) };
  return { code: found.code, ...found.context };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
