/** How a wallet pays: in one visit, or by two requests. Each is a file in `snippets`. */
export type Way = 'connect-and-pay' | 'connect-then-pay';

/** The two calls of each way that ask the wallet, by which its lines are found. */
export const LIT: Readonly<Record<Way, readonly [connect: string, pay: string]>> = {
  'connect-and-pay': ['session.authorize(', 'session.signAndSendTransactions('],
  'connect-then-pay': [".features['standard:connect'].connect(", '.signAndSendTransaction('],
};

/** How many steps of a payment are done once it is paid: connected, approved, paid. */
export const PAID = 3;

/** How far a payment is. */
export type Moment = Readonly<{
  way: Way;
  /** How many of the two calls are done; {@link PAID} once the chain has confirmed it. */
  done: number;
  /** Whether the next is at work. */
  isBusy: boolean;
  /** Whether the page looks for what was sent, and offers no payment meanwhile. */
  isPending: boolean;
  /** Whether it began without a connection. */
  isFirst: boolean;
  /** How often the wallet was opened. */
  visits: number;
  /** The code of the error that the next has thrown. */
  error?: string | undefined;
}>;

/** Tells the page that shows the code: this one, where it is the shop itself, or the one around it. */
export function tellMoment(moment: Moment): void {
  const page = document.documentElement.dataset['shop'] === 'page' ? window : parent;
  page.postMessage({ shop: moment }, location.origin);
}

/** Reads a message of the shop; `undefined` if it is not one. */
export function readMoment(data: unknown): Moment | undefined {
  const { shop } = (data ?? {}) as Readonly<{ shop?: Partial<Moment> }>;
  if (typeof shop !== 'object' || shop === null) return undefined;
  const { way, done, isBusy, isPending, isFirst, visits, error } = shop;
  if (way === undefined || !Object.hasOwn(LIT, way)) return undefined;
  const isMoment =
    typeof done === 'number' &&
    typeof isBusy === 'boolean' &&
    typeof isPending === 'boolean' &&
    typeof isFirst === 'boolean' &&
    typeof visits === 'number' &&
    (error === undefined || typeof error === 'string');
  return isMoment ? { way, done, isBusy, isPending, isFirst, visits, error } : undefined;
}
