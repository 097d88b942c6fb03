import type {
  SolanaSignAndSendTransactionOutput,
  SolanaSignInInput,
  SolanaSignInOutput,
  SolanaSignMessageOutput,
  SolanaSignTransactionOutput,
} from '@solana/wallet-standard-features';
import { encodeBase64 } from '../bytes.js';
import { openSession } from '../dapp/session.js';
import { signInByMessage, withDomain } from '../dapp/sign-in.js';
import { splitSignedMessage } from '../dapp/signed-message.js';
import { MobileWalletError } from '../errors.js';
import { getSignInPayload } from '../protocol/sign-in-payload.js';
import type { ChainIdentifier, SignInPayload } from '../protocol/types.js';
import { createSendError, placeData } from './batch-errors.js';
import { type Batch, createAdjacentBatches, createBatches } from './batches.js';
import type { MessageInput, TransactionInput } from './inputs.js';
import type { Settings } from './options.js';
import { createSharedSession } from './shared-session.js';
import { createSignInOutput } from './sign-in-output.js';
import { assertSignature, assertSignedTransaction } from './signatures.js';
import type { WalletState } from './state.js';
import { createWalletSession, type WalletSession } from './wallet-session.js';

/** What the wallet does in sessions; inputs have been checked but for those of a sign-in. Outputs stand in the order of inputs. */
export type Requests = Readonly<{
  connect(): Promise<void>;
  signIn(inputs: readonly (SolanaSignInInput | undefined)[]): Promise<readonly SolanaSignInOutput[]>;
  signMessages(inputs: readonly MessageInput[]): Promise<readonly SolanaSignMessageOutput[]>;
  signTransactions(inputs: readonly TransactionInput[]): Promise<readonly SolanaSignTransactionOutput[]>;
  signAndSendTransactions(
    inputs: readonly TransactionInput[],
  ): Promise<readonly SolanaSignAndSendTransactionOutput[]>;
  /** Ends the session, if there is one; what was in flight rejects. */
  close(): void;
}>;

/** Makes the requests of a wallet; all of them share one session while it lasts. */
export function createRequests(settings: Settings, state: WalletState): Requests {
  const { identity, chains, launch, dial, linger } = settings;
  const shared = createSharedSession(async (signal) => {
    const baseUri = state.getGrant()?.baseUri;
    const session = await openSession({
      signal,
      ...(baseUri !== undefined && { baseUri }),
      ...(launch && { launch }),
      ...(dial && { dial }),
    });
    return createWalletSession(session, settings, state, signal);
  }, linger);

  const runBatches = <TInput, TOutput>(
    inputs: readonly TInput[],
    cut: (inputs: readonly TInput[]) => readonly Batch<TInput>[],
    send: (session: WalletSession, batch: Batch<TInput>['inputs']) => Promise<readonly TOutput[]>,
    onError: (error: unknown, batch: Batch<TInput>, outputs: readonly (TOutput | undefined)[]) => unknown = (
      error,
    ) => error,
  ): Promise<readonly TOutput[]> =>
    shared.run((session) =>
      session.exclusively(async () => {
        const outputs: (TOutput | undefined)[] = inputs.map(() => undefined);
        for (const batch of cut(inputs)) {
          try {
            const results = await send(session, batch.inputs);
            results.forEach((output, index) => {
              outputs[batch.indexes[index] as number] = output;
            });
          } catch (error) {
            throw onError(error, batch, outputs);
          }
        }
        return outputs as readonly TOutput[];
      }),
    );

  const getTransactionLimit = (): number | undefined =>
    state.getGrant()?.capabilities?.max_transactions_per_request;

  return {
    connect: () =>
      shared.run((session) =>
        session.exclusively(async () => {
          if (state.getAccounts().length === 0) await session.authorizeAfresh(chains[0]);
        }),
      ),

    async signIn(inputs) {
      const payloads = inputs.map((input) => withDomain(getSignInPayload(input, ''), identity));
      return shared.run(async (session) => {
        const outputs: SolanaSignInOutput[] = [];
        for (const payload of payloads) {
          outputs.push(await session.exclusively(() => signInOnce(session, payload)));
        }
        return outputs;
      });
    },

    signMessages: (inputs) =>
      runBatches(
        inputs,
        (all) =>
          createBatches(
            all,
            ({ account }) => account.address,
            state.getGrant()?.capabilities?.max_messages_per_request,
          ),
        signMessageBatch,
        (error, batch) => placeData(error, batch, inputs.length),
      ),

    signTransactions: (inputs) =>
      runBatches(
        inputs,
        (all) => createBatches(all, getTransactionKey, getTransactionLimit()),
        signTransactionBatch,
        (error, batch) => placeData(error, batch, inputs.length),
      ),

    signAndSendTransactions: (inputs) =>
      runBatches(
        inputs,
        // Transactions may build on those before them, so none is sent ahead of another.
        (all) => createAdjacentBatches(all, getTransactionKey, getTransactionLimit()),
        sendTransactionBatch,
        (error, batch, outputs) =>
          createSendError(
            error,
            batch,
            outputs.map((output) => output?.signature),
          ),
      ),

    close: () => shared.close(new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected')),
  };

  async function signInOnce(
    session: WalletSession,
    payload: SignInPayload & Readonly<{ domain: string }>,
  ): Promise<SolanaSignInOutput> {
    const chain = getSignInChain(payload, chains);
    const authorization = await session.authorizeAfresh(chain, { signInPayload: payload });
    const result =
      authorization.sign_in_result ?? (await signInByMessage(session.wallet, authorization, payload));
    return createSignInOutput(result, payload, state.getAccounts());
  }
}

async function signMessageBatch(
  session: WalletSession,
  batch: Batch<MessageInput>['inputs'],
): Promise<readonly SolanaSignMessageOutput[]> {
  const [{ account }] = batch;
  const publicKey = account.publicKey as Uint8Array;
  const signed = await session.request(account.chains[0] as ChainIdentifier, account.address, (wallet) =>
    wallet.signMessages({
      addresses: [encodeBase64(publicKey)],
      payloads: batch.map(({ message }) => message),
    }),
  );
  return Promise.all(
    batch.map(async ({ message }, index) => {
      const [signature] = splitSignedMessage(signed[index] as Uint8Array, message, 1).signatures;
      await assertSignature(publicKey, { signature: signature as Uint8Array, message }, 'signed_payloads');
      return {
        signedMessage: message,
        signature: signature as Uint8Array,
        signatureType: 'ed25519' as const,
      };
    }),
  );
}

async function signTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>['inputs'],
): Promise<readonly SolanaSignTransactionOutput[]> {
  const [{ account, chain }] = batch;
  const transactions = batch.map(({ transaction }) => transaction);
  const signed = await session.request(chain, account.address, (wallet) =>
    wallet.signTransactions({ transactions }),
  );
  return Promise.all(
    signed.map(async (signedTransaction, index) => {
      const asked = transactions[index] as Uint8Array;
      await assertSignedTransaction(account.publicKey as Uint8Array, asked, signedTransaction);
      return { signedTransaction };
    }),
  );
}

async function sendTransactionBatch(
  session: WalletSession,
  batch: Batch<TransactionInput>['inputs'],
): Promise<readonly SolanaSignAndSendTransactionOutput[]> {
  const [{ account, chain, options }] = batch;
  const transactions = batch.map(({ transaction }) => transaction);
  const signatures = await session.request(chain, account.address, (wallet) =>
    wallet.signAndSendTransactions({ transactions, ...options }),
  );
  return signatures.map((signature) => ({ signature }));
}

/** Transactions go together when chain, account and options are the same: a request has one of each. */
function getTransactionKey({ account, chain, options }: TransactionInput): string {
  return JSON.stringify([chain, account.address, options]);
}

/** A sign-in that names one of the registered chains is authorized on it. */
function getSignInChain({ chainId }: SignInPayload, chains: Settings['chains']): ChainIdentifier {
  const named = chains.find((chain) => chain === chainId || chain === `solana:${chainId}`);
  const isMainnet = chainId === 'mainnet-beta' || chainId === 'solana:mainnet-beta';
  return named ?? chains.find((chain) => isMainnet && chain === 'solana:mainnet') ?? chains[0];
}
