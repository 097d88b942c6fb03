import { connectControl } from './control.js';
import { runSession, type Who } from './sessions.js';
import { createSignedTransactions } from './transactions.js';

/** The page's input, as JSON in the fragment of its address. */
export type MemoryJob = Readonly<{ port: number; who: Who }>;

// A dapp that is never reloaded. Each tap is a whole session.
const { port, who }: MemoryJob = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const control = await connectControl(port);
const { transactions } = await createSignedTransactions(1);
const output = document.createElement('output');
let sessions = 0;
addEventListener('click', async () => {
  const running = runSession(who, control, async (session) => {
    await session.authorize();
    await session.sign(transactions);
  });
  const error = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  output.textContent = error === undefined ? String(++sessions) : `failed: ${error}`;
});
document.body.append(output);
output.textContent = '0';
