import type { RequestMethod } from './faults/fault.js';

/**
 * The behaviours in which wallets differ. The comment of a boolean says what the wallet does if it is `true`, and after
 * "otherwise" what it does if it is `false`. A negative number is the code of an error response. The defaults,
 * {@link REFERENCE_QUIRKS}, are those of the reference Android wallet library, which most wallets use.
 */
export type Quirks = Readonly<{
  /** The protocol version in the session properties: `{"v":"1"}`, `{"v":1}` or `{"v":"v1"}`. */
  propertiesVersion: '1' | 1 | 'v1';
  /**
   * A protocol violation (second HELLO_REQ, wrong sequence number or tag, text frame) closes the socket with 1001, as the
   * reference library's app does; otherwise it only ends the session, as the library alone does.
   */
  closesOnBreach: boolean;
  /** A message that is too short to be a frame is ignored; otherwise it is a protocol violation. */
  ignoresShortFrames: boolean;
  /** After the sessions of an association have ended, another socket gets no HELLO_RSP. */
  deafAfterSession: boolean;
  /** A reply is sent as soon as it is ready; otherwise replies are in the order of the requests. */
  repliesOvertake: boolean;
  /** The error object's `data` is a string of JSON. */
  errorDataIsText: boolean;
  /** A JSON null instead of a string is read as the text "null"; otherwise as absent. */
  nullIsText: boolean;
  /**
   * Base64 is decoded without its foreign characters, including those of base64url and line breaks, and a payload that is
   * not a string is decoded as its JSON; otherwise they are refused.
   */
  lenientBase64: boolean;
  /** An icon with a colon, a `uri` whose first colon has no slash after it, and an empty `name` get -32602. */
  strictIdentity: boolean;
  /**
   * Without a token, a chain that has white space, or nothing on one side of its colon, crashes the app; otherwise it gets
   * -7. A chain that is not a string counts as its JSON.
   */
  crashesOnMalformedChain: boolean;
  /** If the wallet's options have no `chains`, chains unknown to Solana are authorized; otherwise they get -7. */
  takesUnknownChains: boolean;
  /** `authorize` with an unknown `cluster` gets no reply; otherwise -7. */
  silentOnUnknownCluster: boolean;
  /** A malformed `sign_in_payload` gets no reply; otherwise -32602. */
  silentOnMalformedSignIn: boolean;
  /** `sign_messages` with missing, empty or malformed `addresses` gets no reply; otherwise -32602. */
  silentOnMalformedAddresses: boolean;
  /** An `auth_token` that is not base64 gets no reply; otherwise it is treated as an unknown token. */
  silentOnMalformedToken: boolean;
  /** A token that was issued for another chain gets -1 and stays valid; otherwise the user is asked again. */
  refusesTokenOfOtherChain: boolean;
  /** A token that was issued to another identity gets -1; otherwise, as in the reference library, it is accepted. */
  refusesTokenOfOtherIdentity: boolean;
  /** `authorize` replaces an accepted token by a new one. The reference library does so after ten minutes. */
  renewsTokens: boolean;
  /** `authorize` removes the session's authorization immediately; otherwise only when it succeeds. */
  authorizeDropsAuthorization: boolean;
  /**
   * How long the app takes to authorize when it does not ask the user. A privileged request that arrives sooner gets -1.
   * With 0, `authorize` takes effect at once.
   */
  authorizeMs: number;
  /** `sign_in_payload` is ignored when a token is sent. */
  tokenOverridesSignIn: boolean;
  /** `reauthorize` is answered in 2.0 sessions; otherwise -32601. */
  answersReauthorize: boolean;
  /** Privileged requests are still answered after `deauthorize` in the same session. */
  signsAfterDeauthorize: boolean;
  /** Accounts have `chains`. */
  accountChains: boolean;
  /** Accounts have `features`. */
  accountFeatures: boolean;
  /** Accounts have `display_address` and its format even when they are authorized by a token. */
  displayAddressByToken: boolean;
  /** The result of `authorize` has `wallet_icon`. */
  walletIcon: boolean;
  /** A missing `wallet_uri_base` is null; otherwise it is left out. */
  nullWalletUriBase: boolean;
  /** The default domain of a sign-in text is the host of `identity.uri` without its port; otherwise with it. */
  domainWithoutPort: boolean;
  /** A sign-in text with fields and no statement has three newlines after the address; otherwise two. */
  extraSignInNewline: boolean;
  /**
   * A sign-in without a domain crashes the app if `identity.uri` has no host, or if there is neither `uri` nor `name`;
   * otherwise it gets -32603.
   */
  crashesWithoutDomain: boolean;
  /** What `authorize` returns for a `sign_in_payload`: a signature, an empty signature, or no `sign_in_result`. */
  signInResult: 'signed' | 'empty-signature' | 'absent';
  /** `get_capabilities` has the two booleans of 1.x in 2.0 sessions, too. */
  legacyCapabilities: boolean;
  /** `get_capabilities` with a parameter gets two replies, -32602 and then the result; otherwise only the result. */
  answersCapabilitiesTwice: boolean;
  /** The error for `sign_messages` with an address that is not authorized: -1, or -2. */
  unknownAddress: 'authorization-failed' | 'invalid-payloads';
  /**
   * What happens to a send option that should be an integer, but exceeds 32 bits, has a fraction or is a string.
   * `refuse`: it gets -32602. `wrap`: it is converted as on Android, which parses strings, drops fractions and keeps 32
   * bits.
   */
  sendIntegers: 'refuse' | 'wrap';
  /** What happens to a send option that should be a boolean, but is a string like "true": `refuse` (-32602) or `read`. */
  sendBooleans: 'refuse' | 'read';
  /** `sign_messages` returns each message and its signatures, or the signatures alone. */
  signedMessages: 'message-and-signatures' | 'signatures';
  /** `sign_and_send_transactions` without `min_context_slot` is neither shown to the user nor answered. */
  silentWithoutMinContextSlot: boolean;
  /** The request to which the wallet does not reply, but closes the socket cleanly. */
  hangsUpOn: 'nothing' | RequestMethod;
  /**
   * The request whose reply is held back until the next message arrives, or for 45 s. The reference library's server
   * does so in about one of 30,000 requests, because it loses a wake-up.
   */
  holdsReplyTo: 'nothing' | RequestMethod;
}>;
