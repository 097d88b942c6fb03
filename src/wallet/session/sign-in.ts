import type { SolanaSignInInput, SolanaSignInOutput } from '@solana/wallet-standard-features';
import { hasAskedResources, signInByMessage, withDomain } from '../../dapp/sign-in.js';
import { getSignInPayload } from '../../protocol/sign-in.js';
import type { ChainIdentifier, SignInPayload } from '../../protocol/types.js';
import type { Settings } from '../options.js';
import { getAddressHint, type WalletSession } from './authorization.js';
import type { GrantKeeper } from './grant-keeper.js';
import type { SharedSession } from './shared-session.js';
import { createSignInOutput } from './sign-in-output.js';

/** Signs in, an authorization each, after checks of all inputs. */
export async function signIn(
  inputs: readonly (SolanaSignInInput | undefined)[],
  shared: SharedSession<WalletSession>,
  { identity, chains }: Settings,
  grants: GrantKeeper,
): Promise<readonly SolanaSignInOutput[]> {
  const payloads = inputs.map((input) => withDomain(getSignInPayload(input, ''), identity));
  if (payloads.length === 0) return [];
  return shared.run(async (session) => {
    const outputs: SolanaSignInOutput[] = [];
    for (const payload of payloads) {
      const chain = getSignInChain(payload, chains);
      outputs.push(await session.exclusively(() => signInOnce(session, chain, payload, grants)));
    }
    return outputs;
  });
}

async function signInOnce(
  session: WalletSession,
  chain: ChainIdentifier,
  payload: SignInPayload & Readonly<{ domain: string }>,
  grants: GrantKeeper,
): Promise<SolanaSignInOutput> {
  const authorization = await session.authorizeAfresh(chain, {
    ...getAddressHint(grants.getGrant(), chain, payload.address === undefined ? [] : [payload.address]),
    sign_in_payload: payload,
  });
  const { sign_in_result: signed } = authorization;
  const result =
    signed && hasAskedResources(signed, payload)
      ? signed
      : await signInByMessage(session.wallet, authorization, payload);
  return createSignInOutput(result, payload, grants.getAccounts());
}

/** A sign-in that names one of the registered chains is authorized on it. */
function getSignInChain({ chainId }: SignInPayload, chains: Settings['chains']): ChainIdentifier {
  const named = chains.find((chain) => chain === chainId || chain === `solana:${chainId}`);
  const isMainnet = chainId === 'mainnet-beta' || chainId === 'solana:mainnet-beta';
  return named ?? chains.find((chain) => isMainnet && chain === 'solana:mainnet') ?? chains[0];
}
