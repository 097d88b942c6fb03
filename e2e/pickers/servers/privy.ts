import { ed25519 } from '@noble/curves/ed25519.js';
import type { Page, Request } from '@playwright/test';
import { address, getAddressEncoder } from '@solana/kit';
import { answerJson } from './answer-json.js';

const APP = 'cmpickerpickerpickerpicke';
const API = 'https://auth.privy.io/api/v1';

/** Answers Privy's server, which lets in whoever signs its message. */
export async function answerPrivy(page: Page): Promise<void> {
  let user: object | undefined;
  // The library also lists the wallets of WalletConnect.
  await answerJson(page, 'https://explorer-api.walletconnect.com/v3/wallets*', () => ({ listings: {} }));
  await answerJson(page, `${API}/analytics_events`, () => ({}));
  await answerJson(page, `${API}/apps/${APP}*`, () => CONFIG);
  await answerJson(page, `${API}/siws/init`, (request) => ({
    nonce: 'abcdefgh',
    address: request.postDataJSON().address,
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  }));
  await answerJson(page, `${API}/siws/authenticate`, (request) => {
    user = getUser(request);
    return createSession(user);
  });
  await answerJson(page, `${API}/sessions`, () => createSession(user));
  await answerJson(page, `${API}/sessions/logout`, () => ({}));
}

/** What a dapp has set up at Privy. */
const CONFIG = {
  id: APP,
  name: 'Picker',
  show_wallet_login_first: true,
  allowlist_config: { error_title: null, error_detail: null, cta_text: null, cta_link: null },
  wallet_auth: false,
  solana_wallet_auth: true,
  embedded_wallet_config: {
    create_on_login: 'off',
    ethereum: { create_on_login: 'off' },
    solana: { create_on_login: 'off' },
    require_user_owned_recovery_on_create: false,
    user_owned_recovery_options: ['user-passcode'],
    mode: 'user-controlled-server-wallets-only',
  },
  captcha_site_key: '',
  enforce_wallet_uis: false,
  legacy_wallet_ui_config: false,
  passkeys_for_signup_enabled: false,
  whatsapp_enabled: false,
  custom_oauth_providers: [],
};

/** Returns the user who signed the message. */
function getUser(request: Request): object {
  const { message, signature } = request.postDataJSON();
  const [, account = ''] = message.split('\n');
  const key = Uint8Array.from(getAddressEncoder().encode(address(account)));
  const isSigned = ed25519.verify(Buffer.from(signature, 'base64'), Buffer.from(message), key);
  if (!isSigned) throw new Error('The message is not signed by its account');
  const wallet = {
    type: 'wallet',
    address: account,
    chain_type: 'solana',
    wallet_client: 'unknown',
    wallet_client_type: request.postDataJSON().walletClientType,
    connector_type: 'solana_adapter',
    verified_at: 0,
    first_verified_at: 0,
    latest_verified_at: 0,
  };
  return {
    id: 'did:privy:user',
    created_at: 0,
    linked_accounts: [wallet],
    mfa_methods: [],
    has_accepted_terms: true,
    is_guest: false,
  };
}

function createSession(user: object | undefined): object {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sid: 'session',
    iss: 'privy.io',
    iat: now,
    aud: APP,
    sub: 'did:privy:user',
    exp: now + 3600,
  };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
  return {
    user,
    token,
    privy_access_token: null,
    refresh_token: 'refresh',
    identity_token: null,
    session_update_action: 'set',
    is_new_user: false,
  };
}
