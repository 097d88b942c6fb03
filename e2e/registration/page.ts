import {
  createDefaultAuthorizationCache,
  createDefaultChainSelector,
  createDefaultWalletNotFoundHandler,
  registerMwa,
} from '@solana-mobile/wallet-standard-mobile';
import { getWallets } from '@wallet-standard/app';
import { type MobileWalletOptions, registerMobileWallet } from 'mobile-wallet-standard';

/** The page's input, as JSON in the fragment of its address. */
export type RegistrationInput = Readonly<{
  /** The libraries that register a wallet, in this order. */
  order: readonly ('own' | 'peer')[];
  options?: Partial<MobileWalletOptions>;
}>;

/** The page's output, as JSON. */
export type RegistrationOutput = Readonly<{
  /** The result of each registration of ours. `same` means that it returned an earlier result. */
  results: readonly string[];
  /** The names of the wallets that a picker would list. */
  names: readonly string[];
}>;

const { order, options } = JSON.parse(decodeURIComponent(location.hash.slice(1))) as RegistrationInput;

const register = {
  own(): unknown {
    return registerMobileWallet({ identity: { name: 'Example' }, chains: ['solana:devnet'], ...options });
  },
  peer(): unknown {
    return registerMwa({
      appIdentity: { name: 'Example', uri: location.origin },
      authorizationCache: createDefaultAuthorizationCache(),
      chains: ['solana:devnet'],
      chainSelector: createDefaultChainSelector(),
      onWalletNotFound: createDefaultWalletNotFoundHandler(),
    });
  },
};

const results = order
  .map((library) => ({ library, result: register[library]() }))
  .filter(({ library }) => library === 'own')
  .map(({ result }) => result as ReturnType<typeof registerMobileWallet>)
  .map((result, index, all) => {
    if (!result.registered) return result.reason;
    return all.indexOf(result) < index ? 'same' : 'registered';
  });
const output: RegistrationOutput = {
  results,
  names: getWallets()
    .get()
    .map(({ name }) => name),
};
document.body.append(
  Object.assign(document.createElement('output'), { textContent: JSON.stringify(output) }),
);
