import * as kit from '@solana/kit';
import * as payments from 'mobile-wallet-standard/payments';

export const SHOP: kit.Address = kit.address('11111111111111111111111111111112'); // use your own address
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'; // its genesis hash
/** The least and the most that is paid for a compute unit, in micro-lamports. */
const [LEAST, MOST] = [BigInt(10_000), BigInt(60_000)];
/** The chain may take 15 seconds to answer. */
const withLimit = () => ({ abortSignal: AbortSignal.timeout(15_000) });
const getKey = ({ signature, instruction }: payments.ArrivedTransfer) => `${signature}:${instruction}`;

type Bytes = kit.Base64EncodedWireTransaction;
/** What a wallet is asked for. */
type Offer = { reference: kit.Address; transaction: Bytes; minContextSlot: number };
type Made = { offer: Offer; payer: kit.Address; genesisHash: string; lastValidBlockHeight: bigint };
/** `isUnsent`: the page says that it was not sent. `signed`: what a wallet signed without sending it. */
type Try = Made & { isUnsent?: boolean; signed?: Bytes };
/** `amount` is in lamports, or in the smallest unit of the token. Keep orders in your database. */
export type Order = { amount: bigint; tries: Try[]; arrived: payments.ArrivedTransfer[] };
export type Shop = ReturnType<typeof createShop>;

/** Returns the accounts that a transaction names; rejects if it is malformed. */
async function readAccounts(transaction: Bytes): Promise<readonly kit.Address[]> {
  const { messageBytes } = kit.getTransactionDecoder().decode(kit.getBase64Encoder().encode(transaction));
  return kit.getCompiledTransactionMessageDecoder().decode(messageBytes).staticAccounts;
}

/** Creates a shop that is paid in SOL, or in the token `mint`. */
export function createShop(rpc: kit.Rpc<kit.SolanaRpcApi>, mint?: payments.PaymentMint) {
  /** A unique key in your database: one transfer pays for one order. One transaction may pay for several. */
  const spent = new Set<string>();
  const getTerms = ({ amount }: Order) => ({ recipient: SHOP, amount, ...(mint && { mint }) });
  const fetchGenesisHash = () => rpc.getGenesisHash().send(withLimit());

  /** Looks on the chain for all tries of an order, also old ones: a wallet may send at any time. */
  async function look(order: Order, commitment: 'confirmed' | 'finalized') {
    const current = await fetchGenesisHash().catch(() => undefined);
    const looks = order.tries.map(({ offer: { reference }, lastValidBlockHeight, genesisHash }) => {
      if (genesisHash !== current) return { status: 'unknown' } as const; // asks another cluster
      return payments.findPayment(rpc, { ...getTerms(order), reference, commitment, lastValidBlockHeight });
    });
    return Promise.all(looks);
  }

  /**
   * Returns what became of an order. `mayAskAgain`: for the same bytes. `giveBack` is for you: all payments
   * but the first, and those of less than the price.
   */
  async function checkOrder(order: Order) {
    const { tries, arrived } = order;
    const last = tries.at(-1);
    const sending = last?.signed && rpc.sendTransaction(last.signed, { encoding: 'base64' });
    // Whatever the chain answers, it may have arrived.
    if (sending && arrived.length === 0) await sending.send(withLimit()).catch(() => {});
    const found = await look(order, 'confirmed');
    const paying = found.flatMap((one) => (one.status === 'paid' ? [one, ...(one.also ?? [])] : []));
    for (const one of arrived) spent.add(getKey(one)); // those of before a restart
    const fresh = paying.filter((one) => !spent.has(getKey(one)));
    for (const { signature, instruction, amount } of fresh) arrived.push({ signature, instruction, amount });
    for (const one of fresh) spent.add(getKey(one));
    const giveBack = [...arrived.slice(1), ...found.flatMap((one) => ('short' in one && one.short) || [])];
    if (arrived[0]) return { status: 'paid', signature: arrived[0].signature, giveBack } as const;
    if (tries.length === 0) return { status: 'open', giveBack } as const;
    const isOver = found.length === tries.length && found.every((one) => 'isFinal' in one && one.isFinal);
    if (isOver) return { status: 'expired', giveBack } as const;
    return { status: 'pending', mayAskAgain: last?.isUnsent, giveBack } as const;
  }

  /** Whether goods may leave: a payment of the order is finalized. */
  const mayShip = async (order: Order) => (await look(order, 'finalized')).some((it) => it.status === 'paid');

  /** Returns what to ask the payer's wallet for; `undefined` if no wallet may be asked now. */
  async function offer(order: Order, payer: kit.Address): Promise<Offer | undefined> {
    const last = order.tries.at(-1);
    const signed = last?.signed;
    const { status } = await checkOrder(order);
    if (status === 'paid') return undefined;
    if (status === 'pending') {
      const height = await rpc.getBlockHeight().send(withLimit());
      // The user needs time to approve: 75 blocks are half a minute.
      if (!last?.isUnsent || last.payer !== payer || height + BigInt(75) > last.lastValidBlockHeight)
        return undefined;
      last.isUnsent = false; // of two tabs, one asks
      return last.offer;
    }
    const made = await build(order, payer);
    // Another tab or device was faster.
    if (last !== order.tries.at(-1) || last?.signed !== signed) return undefined;
    order.tries.push(made);
    return made.offer;
  }

  async function build(order: Order, payer: kit.Address): Promise<Made> {
    const genesisHash = await fetchGenesisHash();
    if (SHOP === '11111111111111111111111111111112' && genesisHash === MAINNET)
      throw new Error('Set SHOP to your own address: what goes to the example’s is lost');
    const reference = payments.createReference();
    const transfer = await payments.createTransfer({ ...getTerms(order), payer, reference });
    const asked = rpc.getRecentPrioritizationFees([SHOP]).send(withLimit());
    // If the RPC does not tell, it is the least.
    const prices = (await asked.catch(() => [])).map((block) => block.prioritizationFee);
    const usual = prices.sort((a, b) => Number(a - b))[Math.floor(prices.length * 0.75)] ?? LEAST;
    const unitPrice = usual < LEAST ? LEAST : usual > MOST ? MOST : usual;
    const { context, value: blockhash } = await rpc.getLatestBlockhash().send(withLimit());
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (empty) => kit.setTransactionMessageFeePayer(payer, empty),
      (paid) => kit.setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      (timed) => kit.setTransactionMessageComputeUnitLimit(mint ? 80_000 : 20_000, timed),
      (limited) => kit.setTransactionMessageComputeUnitPrice(unitPrice, limited),
      (priced) => kit.appendTransactionMessageInstructions(transfer, priced),
    );
    const transaction = kit.getBase64EncodedWireTransaction(kit.compileTransaction(message));
    const offer = { reference, transaction, minContextSlot: Number(context.slot) };
    return { offer, payer, genesisHash, ...blockhash };
  }

  /** Keeps that the page says that a try was not sent. It is looked for all the same. */
  function keepUnsent(order: Order, reference: string): void {
    for (const made of order.tries)
      if (made.offer.reference === reference && !made.signed) made.isUnsent = true;
  }

  /**
   * Keeps what a wallet has signed for the last try, and returns that; `undefined` if it is none. It is sent
   * whenever the order is checked, until that is paid or has a newer try.
   */
  async function keepSigned(order: Order, signed: unknown): Promise<object | undefined> {
    const accounts = await readAccounts(signed as Bytes).catch((): kit.Address[] => []);
    const made = order.tries.at(-1);
    if (!made || !accounts.includes(made.offer.reference)) return undefined;
    const { value: latest } = await rpc.getLatestBlockhash().send(withLimit());
    // Another tab or device was faster.
    if (made !== order.tries.at(-1) || made.signed) return undefined;
    // The wallet may have renewed the blockhash.
    return Object.assign(made, latest, { signed, isUnsent: false });
  }

  return { checkOrder, mayShip, offer, keepUnsent, keepSigned };
}
