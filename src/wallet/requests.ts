import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import { abortable, createAbortScope } from '../abort.js';
import { openSession, type SessionConfig } from '../dapp/session.js';
import { signInByMessage, withDomain } from '../dapp/sign-in.js';
import { isMobileWalletError, MobileWalletError, type MobileWalletErrorCode } from '../errors.js';
import { getSignInPayload } from '../protocol/sign-in-payload.js';
import type { ChainIdentifier, SignInPayload } from '../protocol/types.js';
import { createSessionClosedError } from '../session/channel.js';
import { endWith } from './end-with.js';
import { dropTokenEverywhere, getTokens, withoutBaseUri } from './grant.js';
import type { Settings } from './options.js';
import { createSharedSession } from './shared-session.js';
import { createSharedWallet, type TransactCallback, type TransactScope } from './shared-wallet.js';
import { createSignInOutput } from './sign-in-output.js';
import { createSigning, type Signing } from './signing.js';
import type { WalletState } from './state.js';
import { createUi } from './ui.js';
import { createWaiting } from './waiting.js';
import { createWalletSession, getAddressHint, type WalletSession } from './wallet-session.js';

/** What the wallet does in sessions; inputs have been checked but for those of a sign-in. Outputs stand in the order of inputs. */
export type Requests = Signing &
  Readonly<{
    connect(): Promise<void>;
    signIn(inputs: readonly (SolanaSignInInput | undefined)[]): Promise<readonly SolanaSignInOutput[]>;
    /** Runs a callback in the session, with a wallet that keeps the grant. */
    transact<T>(callback: TransactCallback<T>, scope: TransactScope): Promise<T>;
    /** Makes the wallet forget every token, each of which is then forgotten here. */
    revoke(): Promise<void>;
    /** Ends the session, if there is one; what was in flight rejects. Tokens are revoked where it is open. */
    disconnect(tokens: readonly string[]): Promise<void>;
  }>;

/** With these, what was opened was perhaps no wallet. */
const UNREACHED: readonly MobileWalletErrorCode[] = ['USER_CANCELLED', 'WALLET_NOT_FOUND'];

/** Makes the requests of a wallet; all of them share one session while it lasts. */
export function createRequests(settings: Settings, state: WalletState): Requests {
  const { identity, chains, launch, dial, linger, onProgress, debug } = settings;
  const ui = createUi(settings.dialogs);
  const shared = createSharedSession(
    async ({ signal, works }) => {
      const baseUri = state.getGrant()?.baseUri;
      const config: SessionConfig = {
        signal,
        debug,
        onProgress(progress) {
          // A session that was left tells nothing more: another may be on its way.
          if (works.aborted) return;
          waiting.follow(progress);
          onProgress(progress);
        },
        ...(baseUri !== undefined && { baseUri }),
        ...(launch && { launch }),
        ...(dial && { dial }),
      };
      try {
        return createWalletSession(await openSession(config, ui), settings, state, works);
      } catch (error) {
        const isUnreached = UNREACHED.some((code) => isMobileWalletError(error, code));
        const grant = state.getGrant();
        // The wallet of that link may be gone: the next tap lets the system choose one. Its token is kept.
        if (isUnreached && grant && baseUri !== undefined) state.setGrant(withoutBaseUri(grant));
        throw error;
      }
    },
    linger,
    () => waiting.end(),
  );
  const waiting = createWaiting(ui?.waiting, () => {
    const reason = new MobileWalletError('USER_CANCELLED', 'The person cancelled before the wallet answered');
    void shared.close(reason, async () => {});
  });

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

    ...createSigning(shared, state),

    transact: (callback, scope) =>
      shared.run(async (session, signal) => {
        const ending = createAbortScope([signal]);
        try {
          const wallet = createSharedWallet(session, settings, state, { ...scope, signal: ending.signal });
          return await abortable((async () => callback(endWith(wallet, ending.signal)))(), ending.signal);
        } finally {
          ending.abort(createSessionClosedError('The callback has ended'));
        }
      }, scope.signal),

    async revoke() {
      await shared.run((session) =>
        session.exclusively(async () => {
          for (const auth_token of getTokens(state.getGrant())) {
            try {
              await session.wallet.deauthorize({ auth_token });
            } catch (error) {
              // It is dead already.
              if (!isMobileWalletError(error, 'NOT_AUTHORIZED')) throw error;
            }
            const grant = state.getGrant();
            if (grant) state.setGrant(dropTokenEverywhere(grant, auth_token));
          }
        }),
      );
    },

    async disconnect(tokens) {
      const reason = new MobileWalletError('SESSION_CLOSED', 'The wallet was disconnected');
      await shared.close(reason, (session) => session.revokeSoon(tokens));
    },
  };

  async function signInOnce(
    session: WalletSession,
    payload: SignInPayload & Readonly<{ domain: string }>,
  ): Promise<SolanaSignInOutput> {
    const chain = getSignInChain(payload, chains);
    const authorization = await session.authorizeAfresh(chain, {
      ...getAddressHint(state.getGrant(), chain, payload.address === undefined ? [] : [payload.address]),
      sign_in_payload: payload,
    });
    const result =
      authorization.sign_in_result ?? (await signInByMessage(session.wallet, authorization, payload));
    return createSignInOutput(result, payload, state.getAccounts());
  }
}

/** A sign-in that names one of the registered chains is authorized on it. */
function getSignInChain({ chainId }: SignInPayload, chains: Settings['chains']): ChainIdentifier {
  const named = chains.find((chain) => chain === chainId || chain === `solana:${chainId}`);
  const isMainnet = chainId === 'mainnet-beta' || chainId === 'solana:mainnet-beta';
  return named ?? chains.find((chain) => isMainnet && chain === 'solana:mainnet') ?? chains[0];
}
