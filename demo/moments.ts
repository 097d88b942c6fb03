/** How a wallet pays: in one visit, or by two requests. Each is a file in `snippets`. */
export type Way = 'connect-and-pay' | 'connect-then-pay';

/** The two calls of each way that ask the wallet, by which its lines are found. */
export const LIT: Readonly<Record<Way, readonly [connect: string, pay: string]>> = {
  'connect-and-pay': ['session.authorize(', 'session.signAndSendTransactions('],
  'connect-then-pay': [".features['standard:connect'].connect(", '.signAndSendTransaction('],
};

/** How far a payment is: how many of the two calls are done, and whether the next is at work. */
export type Moment = Readonly<{ way: Way; done: number; isBusy: boolean }>;

/** Tells the page that shows the code: this one, where it is the shop itself, or the one around it. */
export function tellMoment(moment: Moment): void {
  const page = document.documentElement.dataset['shop'] === 'page' ? window : parent;
  page.postMessage({ shop: moment }, location.origin);
}

/** Reads a message of the shop; `undefined` if it is not one. */
export function readMoment(data: unknown): Moment | undefined {
  const { shop } = (data ?? {}) as Readonly<{ shop?: Partial<Moment> }>;
  if (typeof shop !== 'object' || shop === null) return undefined;
  const { way, done, isBusy } = shop;
  if (way === undefined || !Object.hasOwn(LIT, way)) return undefined;
  return typeof done === 'number' && typeof isBusy === 'boolean' ? { way, done, isBusy } : undefined;
}
