/** A page's connection to the endpoint, by which it controls the endpoint. */
export type Control = Readonly<{
  /**
   * Makes the endpoint serve an association after `after` ms. Resolves with when it listened, by the page's
   * clock.
   */
  open(uri: string, after?: number): Promise<number>;
  /** Sets the account that the endpoint grants, as base64. */
  setAccount(address: string): Promise<unknown>;
}>;

const SAMPLES = 30;

/** Connects to the endpoint and measures the difference between its clock and the page's. */
export async function connectControl(port: number): Promise<Control> {
  const socket = new WebSocket(`ws://localhost:${port}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('close', () => reject(new Error('The endpoint does not answer')));
  });
  const waiting: ((time: number) => void)[] = [];
  socket.addEventListener('message', ({ data }) => waiting.shift()?.(Number(data)));
  const ask = (message: object): Promise<number> => {
    socket.send(JSON.stringify(message));
    return new Promise((resolve) => waiting.push(resolve));
  };

  let shortest = Number.POSITIVE_INFINITY;
  let offset = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = performance.now();
    const time = await ask({ type: 'now' });
    const end = performance.now();
    if (end - start >= shortest) continue;
    shortest = end - start;
    offset = (start + end) / 2 - time;
  }
  return {
    open: async (uri, after = 0) => (await ask({ type: 'open', uri, after })) + offset,
    setAccount: (address) => ask({ type: 'account', address }),
  };
}
