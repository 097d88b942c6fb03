import { ed25519 } from '@noble/curves/ed25519.js';
import type { Page, Request } from '@playwright/test';
import { address, getAddressEncoder, getBase58Encoder } from '@solana/kit';
import { answerJson } from './answer-json.js';

const API = 'https://api.web3auth.io';
/** How long a login lasts, in seconds. */
const SESSION_S = 3600;

/** Answers Web3Auth's servers, which let in whoever signs their message. */
export async function answerWeb3Auth(page: Page): Promise<void> {
  await answerJson(page, `${API}/signer-service/api/v2/configuration*`, () => CONFIG);
  // The library also offers WalletConnect.
  await page.routeWebSocket('wss://relay.walletconnect.com/**', () => {});
  await answerJson(page, 'https://assets.web3auth.io/v2/wallet-registry.json', () => ({
    default: {},
    others: {},
  }));
  await answerJson(page, `${API}/citadel-service/v1/siww/challenge`, (request) => {
    const { payload } = request.postDataJSON();
    return { success: true, challenge: `Log in to the picker\n${payload.address}` };
  });
  await answerJson(page, `${API}/citadel-service/v1/siww/verify`, (request) => createSession(request));
}

/** What a dapp has set up at Web3Auth: of wallets, only those that the page finds. */
const CONFIG = {
  teamId: 1,
  sessionTime: SESSION_S,
  chains: [],
  // The library does not start without one.
  embeddedWalletAuth: [
    { authConnection: 'google', authConnectionId: 'picker-google', isDefault: true, clientId: 'picker' },
  ],
  externalWalletAuth: { disableAllOtherWallets: true, disableAllRecommendedWallets: true },
  whitelist: { urls: [], signed_urls: {} },
};

/** Returns the tokens of a login, if the message is signed by the account that it names. */
function createSession(request: Request): object {
  const { message, signature } = request.postDataJSON();
  const [, account = ''] = message.split('\n');
  const key = Uint8Array.from(getAddressEncoder().encode(address(account)));
  const bytes = Uint8Array.from(getBase58Encoder().encode(signature.s));
  if (!ed25519.verify(bytes, Buffer.from(message), key)) return { success: false };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + SESSION_S;
  const token = `${encode({ alg: 'ES256' })}.${encode({ exp })}.c2lnbmF0dXJl`;
  return { success: true, id_token: token, access_token: token, refresh_token: token };
}
