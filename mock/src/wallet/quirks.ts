import { REQUEST_METHODS, type RequestMethod } from './faults/fault.js';

/**
 * How a quirk is shown: a switch with what it means when it is on and off, a choice of values with their
 * texts, or a number. The reference wallet has a switch on, unless the switch says otherwise, and the first
 * value of a choice.
 */
type Quirk = Readonly<{ title: string }> &
  (
    | Readonly<{ reference?: false; on: string; off: string }>
    | Readonly<{ options: readonly (readonly [value: string | number, text: string])[] }>
    | Readonly<{ reference: number }>
  );
type Table = Readonly<Record<string, Quirk>>;

const ANY_METHOD: readonly (readonly ['nothing' | RequestMethod, string])[] = [
  ['nothing', 'no request'],
  ...REQUEST_METHODS.map((method) => [method, method] as const),
];

const SESSION = {
  /** The protocol version in the session properties: `{"v":"1"}`, `{"v":1}` or `{"v":"v1"}`. */
  propertiesVersion: {
    title: 'Version in the session properties',
    options: [
      ['1', '{"v":"1"}'],
      [1, '{"v":1}'],
      ['v1', '{"v":"v1"}'],
    ],
  },
  /**
   * A protocol violation (second HELLO_REQ, wrong sequence number or tag, text frame) closes the socket with
   * 1001, as the reference library's app does; otherwise it only ends the session, as the library alone does.
   */
  closesOnBreach: {
    title: 'A protocol violation closes the socket',
    on: 'It closes the socket with 1001.',
    off: 'It only ends the session.',
  },
  /** A message that is too short to be a frame is ignored; otherwise it is a protocol violation. */
  ignoresShortFrames: {
    title: 'Short messages are ignored',
    on: 'A message that is too short to be a frame is ignored.',
    off: 'A message that is too short to be a frame is a protocol violation.',
  },
  /** After the sessions of an association have ended, another socket gets no HELLO_RSP. */
  deafAfterSession: {
    title: 'An association is used once',
    on: 'After its sessions have ended, another socket gets no HELLO_RSP.',
    off: 'After its sessions have ended, another socket begins a new session.',
  },
  /** A reply is sent as soon as it is ready; otherwise replies are in the order of the requests. */
  repliesOvertake: {
    title: 'Replies overtake each other',
    on: 'A reply is sent as soon as it is ready.',
    off: 'Replies are sent in the order of the requests.',
  },
  /** The request to which the wallet does not reply, but closes the socket cleanly. */
  hangsUpOn: { title: 'Closes the socket instead of a reply to', options: ANY_METHOD },
  /**
   * The request whose reply is held back until the next message arrives, or for 45 s. The reference library's
   * server does so in about one of 30,000 requests, because it loses a wake-up.
   */
  holdsReplyTo: { title: 'Holds the reply back until the next message, or 45 s, to', options: ANY_METHOD },
  /**
   * If a reply that it gives at once (to `get_capabilities`, to a request that is malformed or unknown, or
   * has too many payloads) meets another reply, neither is sent, nothing more is answered, and the connection
   * drops after 90 s. This happens to replies within 100 ms of each other; in the reference library to about
   * one of five such pairs, because it takes two locks in opposite orders.
   */
  stallsWhenRepliesMeet: {
    reference: false,
    title: 'Replies that meet stall the session',
    on: 'If a reply to `get_capabilities`, or to a malformed request, meets another reply, nothing more is answered.',
    off: 'Replies may be sent at one moment.',
  },
} as const satisfies Table;

const PARSING = {
  /** The error object's `data` is a string of JSON. */
  errorDataIsText: {
    title: 'The data of an error is text',
    on: '`data` is a string of JSON.',
    off: '`data` is a JSON object.',
  },
  /** A JSON null instead of a string is read as the text "null"; otherwise as absent. */
  nullIsText: {
    title: 'null is read as the text “null”',
    on: 'A JSON null instead of a string is the text “null”.',
    off: 'A JSON null instead of a string is absent.',
  },
  /**
   * Base64 is decoded without its foreign characters, including those of base64url and line breaks, and a
   * payload that is not a string is decoded as its JSON; otherwise they are refused.
   */
  lenientBase64: {
    title: 'Base64 is read leniently',
    on: 'Foreign characters are skipped, also those of base64url and line breaks.',
    off: 'Foreign characters are refused.',
  },
  /**
   * An icon with a colon, a `uri` whose first colon has no slash after it, and an empty `name` get -32602.
   */
  strictIdentity: {
    title: 'The identity is checked strictly',
    on: 'An icon with a colon, a `uri` whose first colon has no slash after it, and an empty `name` get -32602.',
    off: 'Any icon, `uri` and `name` are accepted.',
  },
  /**
   * Without a token, a chain that has white space, or nothing on one side of its colon, crashes the app;
   * otherwise it gets -7. A chain that is not a string counts as its JSON.
   */
  crashesOnMalformedChain: {
    title: 'A malformed chain crashes the app',
    on: 'Without a token, a chain with white space, or with nothing on one side of its colon, crashes the app.',
    off: 'A malformed chain gets -7.',
  },
  /**
   * If the wallet's options have no `chains`, chains unknown to Solana are authorized; otherwise they get -7.
   */
  takesUnknownChains: {
    title: 'Unknown chains are authorized',
    on: 'A chain that Solana does not know is authorized.',
    off: 'A chain that Solana does not know gets -7.',
  },
  /** `authorize` with an unknown `cluster` gets no reply; otherwise -7. */
  silentOnUnknownCluster: {
    title: 'An unknown cluster gets no reply',
    on: '`authorize` with an unknown `cluster` gets no reply.',
    off: '`authorize` with an unknown `cluster` gets -7.',
  },
  /** A malformed `sign_in_payload` gets no reply; otherwise -32602. */
  silentOnMalformedSignIn: {
    title: 'A malformed sign-in gets no reply',
    on: 'A malformed `sign_in_payload` gets no reply.',
    off: 'A malformed `sign_in_payload` gets -32602.',
  },
  /** `sign_messages` with missing, empty or malformed `addresses` gets no reply; otherwise -32602. */
  silentOnMalformedAddresses: {
    title: 'Malformed addresses get no reply',
    on: '`sign_messages` with missing, empty or malformed `addresses` gets no reply.',
    off: '`sign_messages` with missing, empty or malformed `addresses` gets -32602.',
  },
  /** An `auth_token` that is not base64 gets no reply; otherwise it is treated as an unknown token. */
  silentOnMalformedToken: {
    title: 'A malformed token gets no reply',
    on: 'An `auth_token` that is not base64 gets no reply.',
    off: 'An `auth_token` that is not base64 counts as unknown.',
  },
} as const satisfies Table;

const AUTHORIZATION = {
  /** A token that was issued for another chain gets -1 and stays valid; otherwise the user is asked again. */
  refusesTokenOfOtherChain: {
    title: 'A token is bound to its chain',
    on: 'A token for another chain gets -1, and stays valid.',
    off: 'For a token of another chain the user is asked again.',
  },
  /**
   * A token that was issued to another identity gets -1; otherwise, as in the reference library, it is
   * accepted.
   */
  refusesTokenOfOtherIdentity: {
    reference: false,
    title: 'A token is bound to its app',
    on: 'A token that another identity got is refused with -1.',
    off: 'A token that another identity got is accepted.',
  },
  /** `authorize` replaces an accepted token by a new one. The reference library does so after ten minutes. */
  renewsTokens: {
    reference: false,
    title: 'Tokens are renewed',
    on: '`authorize` replaces an accepted token by a new one, as wallets do after ten minutes.',
    off: '`authorize` returns the token that it got.',
  },
  /** `authorize` removes the session's authorization immediately; otherwise only when it succeeds. */
  authorizeDropsAuthorization: {
    title: 'authorize drops the authorization first',
    on: 'The session’s authorization is removed at once.',
    off: 'The session’s authorization is removed when `authorize` succeeds.',
  },
  /**
   * How long the app takes to authorize when it does not ask the user. A privileged request that arrives
   * sooner gets -1. With 0, `authorize` takes effect at once.
   */
  authorizeMs: { reference: 5, title: 'Milliseconds to authorize when nobody is asked' },
  /** `sign_in_payload` is ignored when a token is sent. */
  tokenOverridesSignIn: {
    title: 'A token overrides the sign-in',
    on: '`sign_in_payload` is ignored when a token is sent.',
    off: '`sign_in_payload` counts also when a token is sent.',
  },
  /** `reauthorize` is answered in 2.0 sessions; otherwise -32601. */
  answersReauthorize: {
    title: 'reauthorize is answered in 2.0',
    on: 'It is answered in 2.0 sessions, too.',
    off: 'In 2.0 sessions it gets -32601.',
  },
  /** Privileged requests are still answered after `deauthorize` in the same session. */
  signsAfterDeauthorize: {
    title: 'Signs after deauthorize',
    on: 'The session stays authorized after `deauthorize`.',
    off: 'The session is no longer authorized after `deauthorize`.',
  },
} as const satisfies Table;

const RESULTS = {
  /** Accounts have `chains`. */
  accountChains: {
    reference: false,
    title: 'Accounts name their chains',
    on: 'They have `chains`.',
    off: 'They have no `chains`.',
  },
  /** Accounts have `features`. */
  accountFeatures: {
    reference: false,
    title: 'Accounts name their features',
    on: 'They have `features`.',
    off: 'They have no `features`.',
  },
  /** Accounts have `display_address` and its format even when they are authorized by a token. */
  displayAddressByToken: {
    reference: false,
    title: 'Display addresses also by token',
    on: 'Accounts have `display_address` also when they are authorized by a token.',
    off: 'Accounts that are authorized by a token have no `display_address`.',
  },
  /** The result of `authorize` has `wallet_icon`. */
  walletIcon: {
    title: 'The wallet sends its icon',
    on: 'The result of `authorize` has `wallet_icon`.',
    off: 'The result of `authorize` has no `wallet_icon`.',
  },
  /**
   * The fewest bytes of the wallet's icon; in the reference library they are those of the app's launcher
   * icon. Base64 makes them a third longer, and a reflector closes the connection of an answer above 4,096
   * bytes.
   */
  walletIconBytes: { reference: 0, title: 'Fewest bytes of the icon' },
  /** A missing `wallet_uri_base` is null; otherwise it is left out. */
  nullWalletUriBase: {
    reference: false,
    title: 'A missing wallet_uri_base is null',
    on: 'It is null.',
    off: 'It is left out.',
  },
  /**
   * The `wallet_uri_base` opens no app, only a page that the browser cannot load; otherwise it is the
   * wallet's own, or missing.
   */
  deadWalletUriBase: {
    reference: false,
    title: 'The wallet_uri_base opens no app',
    on: 'It is `https://wallet.invalid`, whatever the wallet’s own is.',
    off: 'It is the wallet’s own, if it has one.',
  },
  /**
   * The default domain of a sign-in text is the host of `identity.uri` without its port; otherwise with it.
   */
  domainWithoutPort: {
    title: 'Sign-in domains have no port',
    on: 'The default domain is the host of `identity.uri` without its port.',
    off: 'The default domain is the host of `identity.uri` with its port.',
  },
  /** A sign-in text with fields and no statement has three newlines after the address; otherwise two. */
  extraSignInNewline: {
    title: 'An extra newline in sign-in texts',
    on: 'A text with fields and no statement has three newlines after the address.',
    off: 'A text with fields and no statement has two newlines after the address.',
  },
  /**
   * A sign-in without a domain crashes the app if `identity.uri` has no host, or if there is neither `uri`
   * nor `name`; otherwise it gets -32603.
   */
  crashesWithoutDomain: {
    title: 'A sign-in without a domain crashes the app',
    on: 'It crashes where `identity.uri` has no host, or where there is neither `uri` nor `name`.',
    off: 'It gets -32603 where `identity.uri` has no host, or where there is neither `uri` nor `name`.',
  },
  /**
   * What `authorize` returns for a `sign_in_payload`: a signature, an empty signature, or no
   * `sign_in_result`.
   */
  signInResult: {
    title: 'The result of a sign-in',
    options: [
      ['signed', 'has a signature'],
      ['empty-signature', 'has an empty signature'],
      ['absent', 'is missing'],
    ],
  },
  /** `get_capabilities` has the two booleans of 1.x in 2.0 sessions, too. */
  legacyCapabilities: {
    title: 'Capabilities of 1.x in 2.0',
    on: '`get_capabilities` has the two booleans of 1.x in 2.0 sessions, too.',
    off: '`get_capabilities` has the two booleans of 1.x only in 1.x sessions.',
  },
  /**
   * `get_capabilities` with a parameter gets two replies, -32602 and then the result; otherwise only the
   * result.
   */
  answersCapabilitiesTwice: {
    title: 'get_capabilities with a parameter is answered twice',
    on: 'It gets -32602 and then the result.',
    off: 'It gets only the result.',
  },
} as const satisfies Table;

const SIGNING = {
  /** The error for `sign_messages` with an address that is not authorized: -1, or -2. */
  unknownAddress: {
    title: 'sign_messages with an address that is not authorized gets',
    options: [
      ['authorization-failed', '-1 (authorization failed)'],
      ['invalid-payloads', '-2 (invalid payloads)'],
    ],
  },
  /**
   * What happens to a send option that should be an integer, but exceeds 32 bits, has a fraction or is a
   * string. `refuse`: it gets -32602. `wrap`: it is converted as on Android, which parses strings, drops
   * fractions and keeps 32 bits.
   */
  sendIntegers: {
    title: 'A send option that is no 32-bit integer',
    options: [
      ['wrap', 'is converted, as on Android'],
      ['refuse', 'gets -32602'],
    ],
  },
  /**
   * What happens to a send option that should be a boolean, but is a string like "true": `refuse` (-32602) or
   * `read`.
   */
  sendBooleans: {
    title: 'A send option like "true" instead of true',
    options: [
      ['read', 'is read'],
      ['refuse', 'gets -32602'],
    ],
  },
  /** `sign_messages` returns each message and its signatures, or the signatures alone. */
  signedMessages: {
    title: 'sign_messages returns',
    options: [
      ['message-and-signatures', 'each message with its signatures'],
      ['signatures', 'the signatures alone'],
    ],
  },
  /** `sign_and_send_transactions` without `min_context_slot` is neither shown to the user nor answered. */
  silentWithoutMinContextSlot: {
    reference: false,
    title: 'Needs min_context_slot',
    on: '`sign_and_send_transactions` without it is neither shown nor answered.',
    off: '`sign_and_send_transactions` is answered without it.',
  },
  /**
   * Transactions get the wallet's own priority fee before they are signed. As with the next two quirks, a
   * transaction that others have signed, or that would become too large, is signed as it is.
   */
  changesPriorityFee: {
    reference: false,
    title: 'Changes the priority fee',
    on: 'Transactions get the wallet’s own priority fee, unless others have signed them.',
    off: 'Transactions keep their priority fee.',
  },
  /** Transactions get the chain's latest blockhash before they are signed, but not in place of a nonce. */
  renewsBlockhash: {
    reference: false,
    title: 'Renews the blockhash',
    on: 'Transactions get the chain’s latest blockhash, unless others have signed them.',
    off: 'Transactions keep their blockhash.',
  },
  /** Transactions get one more instruction, a memo, before they are signed, as wallets add guards. */
  addsInstruction: {
    reference: false,
    title: 'Adds an instruction',
    on: 'Transactions get a memo, unless others have signed them.',
    off: 'Transactions keep their instructions.',
  },
} as const satisfies Table;

/** All quirks by the headings of their groups, in the order of a session. */
export const QUIRK_GROUPS: Readonly<Record<string, Table>> = {
  Session: SESSION,
  Parsing: PARSING,
  Authorization: AUTHORIZATION,
  Results: RESULTS,
  'Signing and sending': SIGNING,
};

/** All quirks. An intersection, because declarations of a spread lose the comments. */
export const QUIRKS: typeof SESSION &
  typeof PARSING &
  typeof AUTHORIZATION &
  typeof RESULTS &
  typeof SIGNING = { ...SESSION, ...PARSING, ...AUTHORIZATION, ...RESULTS, ...SIGNING };

/**
 * The behaviours in which wallets differ. The comment of a boolean says what the wallet does if it is `true`,
 * and after "otherwise" what it does if it is `false`. A negative number is the code of an error response.
 * The defaults, {@link REFERENCE_QUIRKS}, are those of the reference Android wallet library, which most
 * wallets use.
 *
 * @interface
 */
export type Quirks = {
  readonly [Name in keyof typeof QUIRKS]: Value<(typeof QUIRKS)[Name]>;
};

type Value<Q extends Quirk> = Q extends { on: string }
  ? boolean
  : Q extends { options: readonly (readonly [infer Option, string])[] }
    ? Option
    : number;

/**
 * The behaviours of the reference wallet library, without those of other wallets. It has others that the mock
 * wallet does not play:
 *
 * - It also reads JSON with text after it, two objects (of which the first counts), keys without quotes or in
 *   single ones, comments, octal and hexadecimal numbers, and raw control characters. The mock wallet answers
 *   -32700.
 * - `"jsonrpc": 2.0`, a number, is a version to it. The mock wallet answers -32600.
 * - Where a value that is not a string counts as its text, its text of an object has `\/` in place of `/`,
 *   and a number is as it was written, such as `1.0`.
 * - Hexadecimal floating-point texts, such as `"0x1p3"`, are integers to it in send options. The mock wallet
 *   answers -32602.
 * - A token lasts 30 days, and an identity has at most 50. A token of the mock wallet lasts as long as the
 *   wallet.
 * - A crash ends its process. That of the mock wallet goes on, and only the connection is dropped.
 * - It does not say that its port is taken, but is silent. The mock wallet rejects the launch with the
 *   reason.
 */
export const REFERENCE_QUIRKS = Object.fromEntries(
  Object.entries<Quirk>(QUIRKS).map(([name, quirk]) => [
    name,
    'options' in quirk ? quirk.options[0]?.[0] : (quirk.reference ?? true),
  ]),
) as Quirks;
