import { registerMobileWallet } from 'mobile-wallet-standard';

/** The outcome of one tap, sent to `/outcome` as JSON. */
export type TapOutcome = Readonly<{
  /** The account and its signature of "hello" in hex, or an error's code. */
  signed: Readonly<{ address: string; signature: string }> | string;
  /** The outcome of the same calls once more, after the tap's user activation was used up. */
  again: TapOutcome['signed'];
}>;

const message = new TextEncoder().encode('hello');
let endSession = (): void => {};
const registration = registerMobileWallet({
  identity: { name: 'Example' },
  chains: ['solana:devnet'],
  local: 'always',
  // With dialogs, the second call would ask for a tap instead of failing.
  dialogs: false,
  onProgress: ({ state }) => state === 'idle' && endSession(),
});

/** Connects if necessary and signs, in one session. Returns the error's code if that fails. */
async function sign(): Promise<TapOutcome['signed']> {
  if (!registration.registered) return registration.reason;
  const { wallet } = registration;
  try {
    const [account] = (await wallet.features['standard:connect'].connect()).accounts;
    if (!account) return 'no account';
    const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message });
    const signature = Array.from(output?.signature ?? [], (byte) => byte.toString(16).padStart(2, '0'));
    return { address: account.address, signature: signature.join('') };
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const button = document.createElement('button');
button.textContent = 'Connect and sign';
button.addEventListener('click', async () => {
  const idle = new Promise<void>((resolve) => {
    endSession = resolve;
  });
  const signed = await sign();
  await idle;
  const again = await sign();
  navigator.sendBeacon('/outcome', JSON.stringify({ signed, again } satisfies TapOutcome));
  // Opens a wallet app without user activation, which the browser blocks with a message on the console.
  location.assign('solana-wallet:/v1/associate/local?association=none&port=65535&v=v1');
});
document.body.append(button);
