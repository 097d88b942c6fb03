import type { RequestMethod } from './faults/fault.js';

/**
 * The habits of a wallet that a dapp has to live with. The defaults, {@link REFERENCE_QUIRKS}, are those of the
 * reference Android wallet library, which most wallets are built on; each can be changed by itself.
 */
export type Quirks = Readonly<{
  /** How the session properties write the protocol's version: `{"v":"1"}`, `{"v":1}` or `{"v":"v1"}`. */
  propertiesVersion: '1' | 1 | 'v1';
  /**
   * A breach of the session protocol (second HELLO_REQ, wrong sequence number or tag, text frame) closes the socket with
   * 1001, as the app on the reference library does; otherwise it only ends the session, as the library by itself.
   */
  closesOnBreach: boolean;
  /** A message that is too short to be a frame is ignored; otherwise it is such a breach. */
  ignoresShortFrames: boolean;
  /** Once the sessions of an association have ended, a further socket gets no HELLO_RSP. */
  deafAfterSession: boolean;
  /** A reply leaves as soon as it is ready; otherwise in the order of the requests. */
  repliesOvertake: boolean;
  /** The error object's `data` is a string of JSON. */
  errorDataIsText: boolean;
  /** A JSON null where a string is expected is read as the text "null"; otherwise as absent. */
  nullIsText: boolean;
  /** Base64 is decoded by skipping foreign characters, those of base64url among them; otherwise they are refused. */
  lenientBase64: boolean;
  /** -32602 to an absolute or `data:` icon, an icon with a colon, a relative or opaque `uri`, an empty `name`. */
  strictIdentity: boolean;
  /** A fresh `authorize` with a chain that is no text, has no colon or has a space crashes the app; otherwise -7. */
  crashesOnMalformedChain: boolean;
  /** Any other chain is authorized where `chains` of the wallet's options is left out; otherwise -7. */
  takesUnknownChains: boolean;
  /** No reply to an `authorize` with an unknown `cluster`; otherwise -7. */
  silentOnUnknownCluster: boolean;
  /** No reply to a `sign_in_payload` that does not parse; otherwise -32602. */
  silentOnMalformedSignIn: boolean;
  /** No reply to `sign_messages` with missing, empty or malformed `addresses`; otherwise -32602. */
  silentOnMalformedAddresses: boolean;
  /** No reply to an `auth_token` that is not base64; otherwise it is one more unknown token. */
  silentOnMalformedToken: boolean;
  /** -1 to a token that was issued for another chain, which stays valid; otherwise the person is asked anew. */
  refusesTokenOfOtherChain: boolean;
  /** -1 to a token that was issued to another identity. The reference library does not look. */
  refusesTokenOfOtherIdentity: boolean;
  /** A token that is accepted is replaced by a new one. The reference library does so after ten minutes. */
  renewsTokens: boolean;
  /** `authorize` takes back the session's authorization at once; otherwise only when it succeeds. */
  authorizeDropsAuthorization: boolean;
  /**
   * `authorize` takes effect as soon as it is approved, also where nobody is asked; otherwise some ms later, so that a
   * privileged request that is sent before its answer gets -1.
   */
  authorizesAtOnce: boolean;
  /** `sign_in_payload` is ignored when a token is sent. */
  tokenOverridesSignIn: boolean;
  /** `reauthorize` is answered in 2.0 sessions; otherwise -32601. */
  answersReauthorize: boolean;
  /** Privileged requests are still answered after `deauthorize` in the same session. */
  signsAfterDeauthorize: boolean;
  /** Accounts carry `chains`. */
  accountChains: boolean;
  /** Accounts carry `features`. */
  accountFeatures: boolean;
  /** Accounts carry `display_address` and its format also when authorized by a token. */
  displayAddressByToken: boolean;
  /** The result of `authorize` carries `wallet_icon`. */
  walletIcon: boolean;
  /** `wallet_uri_base` is null where there is none; otherwise it is left out. */
  nullWalletUriBase: boolean;
  /** Without a `domain`, the sign-in text has the host of `identity.uri` without its port; otherwise with it. */
  domainWithoutPort: boolean;
  /** A sign-in text with fields and no statement has three newlines after the address; otherwise two. */
  extraSignInNewline: boolean;
  /** What `authorize` returns for a `sign_in_payload`: a signature, an empty one, or no `sign_in_result` at all. */
  signInResult: 'signed' | 'empty-signature' | 'absent';
  /** `get_capabilities` carries the two booleans of 1.x in 2.0 sessions, too. */
  legacyCapabilities: boolean;
  /** A parameter of `get_capabilities` gets two replies with one id: -32602, then the result; otherwise the result. */
  answersCapabilitiesTwice: boolean;
  /** `sign_messages` for an address that is not authorized: -1, or -2. */
  unknownAddress: 'authorization-failed' | 'invalid-payloads';
  /**
   * Integers among send options that do not fit 32 bits, have a fraction or are texts: -32602, or read as Android does,
   * which cuts them to 32 bits, drops the fraction and reads the text.
   */
  sendIntegers: 'refuse' | 'wrap';
  /** Booleans among send options that are texts, like "true": -32602, or read as what they say. */
  sendBooleans: 'refuse' | 'read';
  /** `sign_messages` returns each message and its signatures, or the signatures alone. */
  signedMessages: 'message-and-signatures' | 'signatures';
  /** `sign_and_send_transactions` without `min_context_slot` is never shown to the person and never answered. */
  silentWithoutMinContextSlot: boolean;
  /** The request during which the wallet closes the socket, cleanly, without a reply. */
  hangsUpOn: 'nothing' | RequestMethod;
  /**
   * The request whose reply is held back until a further message arrives, or for 45 s. The reference library's server
   * does so about once in 30,000 requests, because a wake-up is lost.
   */
  holdsReplyTo: 'nothing' | RequestMethod;
}>;

/** The habits of the reference wallet library; oddities of other wallets are off. */
export const REFERENCE_QUIRKS: Quirks = {
  propertiesVersion: '1',
  closesOnBreach: true,
  ignoresShortFrames: true,
  deafAfterSession: true,
  repliesOvertake: true,
  errorDataIsText: true,
  nullIsText: true,
  lenientBase64: true,
  strictIdentity: true,
  crashesOnMalformedChain: true,
  takesUnknownChains: true,
  silentOnUnknownCluster: true,
  silentOnMalformedSignIn: true,
  silentOnMalformedAddresses: true,
  silentOnMalformedToken: true,
  refusesTokenOfOtherChain: true,
  refusesTokenOfOtherIdentity: false,
  renewsTokens: false,
  authorizeDropsAuthorization: true,
  authorizesAtOnce: false,
  tokenOverridesSignIn: true,
  answersReauthorize: true,
  signsAfterDeauthorize: true,
  accountChains: false,
  accountFeatures: false,
  displayAddressByToken: false,
  walletIcon: true,
  nullWalletUriBase: false,
  domainWithoutPort: true,
  extraSignInNewline: true,
  signInResult: 'signed',
  legacyCapabilities: true,
  answersCapabilitiesTwice: true,
  unknownAddress: 'authorization-failed',
  sendIntegers: 'wrap',
  sendBooleans: 'read',
  signedMessages: 'message-and-signatures',
  silentWithoutMinContextSlot: false,
  hangsUpOn: 'nothing',
  holdsReplyTo: 'nothing',
};
