import { REQUEST_METHODS, type RequestMethod } from './faults/fault.js';

/**
 * A quirk: a switch with what the wallet does when it is on and off, a choice of values with their texts, or
 * a number. The reference wallet has a switch on, unless the switch says otherwise, and the first value of a
 * choice. Comments in the tables say what the texts do not. A negative number is the code of an error
 * response.
 */
export type Quirk = Readonly<{ title: string }> &
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
  propertiesVersion: {
    title: 'Version in the session properties',
    options: [
      ['1', '{"v":"1"}'],
      [1, '{"v":1}'],
      ['v1', '{"v":"v1"}'],
    ],
  },
  /**
   * A protocol violation is a second HELLO_REQ, a wrong sequence number or tag, or a text frame. The
   * reference library's app closes the socket; the library alone does not.
   */
  closesOnBreach: {
    title: 'A protocol violation closes the socket',
    on: 'It closes the socket with 1001.',
    off: 'It only ends the session.',
  },
  deafAfterSession: {
    title: 'An association is used once',
    on: 'After its sessions have ended, another socket gets no HELLO_RSP.',
    off: 'After its sessions have ended, another socket begins a new session.',
  },
  /**
   * Android brings a `singleTask` activity to the front again, which ignores the launch if it has no
   * `onNewIntent`: during a session, too, and until it has finished after one, in up to 253 ms.
   */
  ignoresLaunchMs: { reference: 0, title: 'Milliseconds after a session in which a launch does nothing' },
  repliesOvertake: {
    title: 'Replies overtake each other',
    on: 'A reply is sent as soon as it is ready.',
    off: 'Replies are sent in the order of the requests.',
  },
  /** The socket is closed cleanly. */
  hangsUpOn: { title: 'Closes the socket instead of a reply to', options: ANY_METHOD },
  /** The reference library's server does so in about one of 30,000 requests, because it loses a wake-up. */
  holdsReplyTo: { title: 'Holds the reply back until the next message, or 45 s, to', options: ANY_METHOD },
  /**
   * A reply that it gives at once (to `get_capabilities`, to a request that is malformed or unknown, or has
   * too many payloads) and another reply, within 100 ms of each other: neither is sent, and the connection
   * drops after 90 s. In the reference library this happens to about one of five such pairs, because it
   * takes two locks in opposite orders.
   */
  stallsWhenRepliesMeet: {
    reference: false,
    title: 'Replies that meet stall the session',
    on: 'If a reply to `get_capabilities`, or to a malformed request, meets another reply, nothing more is answered.',
    off: 'Replies may be sent at one moment.',
  },
} as const satisfies Table;

const PARSING = {
  errorDataIsText: {
    title: 'The data of an error is text',
    on: '`data` is a string of JSON.',
    off: '`data` is a JSON object.',
  },
  nullIsText: {
    title: 'null is read as the text “null”',
    on: 'A JSON null instead of a string is the text “null”.',
    off: 'A JSON null instead of a string is absent.',
  },
  /** Leniently, a payload that is not a string is decoded as its JSON. */
  lenientBase64: {
    title: 'Base64 is read leniently',
    on: 'Foreign characters are skipped, also those of base64url and line breaks.',
    off: 'Foreign characters are refused.',
  },
  strictIdentity: {
    title: 'The identity is checked strictly',
    on: 'An icon with a colon, a `uri` whose first colon has no slash after it, and an empty `name` get -32602.',
    off: 'Any icon, `uri` and `name` are accepted.',
  },
  /** A chain that is not a string counts as its JSON. */
  crashesOnMalformedChain: {
    title: 'A malformed chain crashes the app',
    on: 'Without a token, a chain with white space, or with nothing on one side of its colon, crashes the app.',
    off: 'A malformed chain gets -7.',
  },
  /** Counts only if the wallet's options have no `chains`. */
  takesUnknownChains: {
    title: 'Unknown chains are authorized',
    on: 'A chain that Solana does not know is authorized.',
    off: 'A chain that Solana does not know gets -7.',
  },
  silentOnUnknownCluster: {
    title: 'An unknown cluster gets no reply',
    on: '`authorize` with an unknown `cluster` gets no reply.',
    off: '`authorize` with an unknown `cluster` gets -7.',
  },
  silentOnMalformedSignIn: {
    title: 'A malformed sign-in gets no reply',
    on: 'A malformed `sign_in_payload` gets no reply.',
    off: 'A malformed `sign_in_payload` gets -32602.',
  },
  silentOnMalformedAddresses: {
    title: 'Malformed addresses get no reply',
    on: '`sign_messages` with missing, empty or malformed `addresses` gets no reply.',
    off: '`sign_messages` with missing, empty or malformed `addresses` gets -32602.',
  },
  silentOnMalformedToken: {
    title: 'A malformed token gets no reply',
    on: 'An `auth_token` that is not base64 gets no reply.',
    off: 'An `auth_token` that is not base64 counts as unknown.',
  },
} as const satisfies Table;

const AUTHORIZATION = {
  refusesTokenOfOtherChain: {
    title: 'A token is bound to its chain',
    on: 'A token for another chain gets -1, and stays valid.',
    off: 'For a token of another chain the user is asked again.',
  },
  refusesTokenOfOtherIdentity: {
    reference: false,
    title: 'A token is bound to its app',
    on: 'A token that another identity got is refused.',
    off: 'A token that another identity got is accepted.',
  },
  /**
   * Some wallets on the React Native bridge answer -32603, or end the session. The reference library does not
   * answer some tokens of other apps.
   */
  refusedToken: {
    title: 'A token that is no longer accepted gets',
    options: [
      [-1, '-1 (authorization failed)'],
      [-32_603, '-32603 (internal error)'],
      ['closed', 'no reply: the socket is closed'],
      ['silence', 'no reply'],
    ],
  },
  renewsTokens: {
    reference: false,
    title: 'Tokens are renewed',
    on: '`authorize` replaces an accepted token by a new one, as wallets do after ten minutes.',
    off: '`authorize` returns the token that it got.',
  },
  authorizeDropsAuthorization: {
    title: 'authorize drops the authorization first',
    on: 'The session’s authorization is removed at once.',
    off: 'The session’s authorization is removed when `authorize` succeeds.',
  },
  /** A privileged request that arrives sooner gets -1. With 0, `authorize` takes effect at once. */
  authorizeMs: { reference: 5, title: 'Milliseconds to authorize when nobody is asked' },
  tokenOverridesSignIn: {
    title: 'A token overrides the sign-in',
    on: '`sign_in_payload` is ignored when a token is sent.',
    off: '`sign_in_payload` counts also when a token is sent.',
  },
  answersReauthorize: {
    title: 'reauthorize is answered in 2.0',
    on: 'It is answered in 2.0 sessions, too.',
    off: 'In 2.0 sessions it gets -32601.',
  },
  signsAfterDeauthorize: {
    title: 'Signs after deauthorize',
    on: 'The session stays authorized after `deauthorize`.',
    off: 'The session is no longer authorized after `deauthorize`.',
  },
} as const satisfies Table;

const RESULTS = {
  accountChains: {
    reference: false,
    title: 'Accounts name their chains',
    on: 'They have `chains`.',
    off: 'They have no `chains`.',
  },
  accountFeatures: {
    reference: false,
    title: 'Accounts name their features',
    on: 'They have `features`.',
    off: 'They have no `features`.',
  },
  displayAddressByToken: {
    reference: false,
    title: 'Display addresses also by token',
    on: 'Accounts have `display_address` also when they are authorized by a token.',
    off: 'Accounts that are authorized by a token have no `display_address`.',
  },
  walletIcon: {
    title: 'The wallet sends its icon',
    on: 'The result of `authorize` has `wallet_icon`.',
    off: 'The result of `authorize` has no `wallet_icon`.',
  },
  /**
   * In the reference library they are those of the app's launcher icon. Base64 makes them a third longer,
   * and a reflector closes the connection of an answer above 4,096 bytes.
   */
  walletIconBytes: { reference: 0, title: 'Fewest bytes of the icon' },
  nullWalletUriBase: {
    reference: false,
    title: 'A missing wallet_uri_base is null',
    on: 'It is null.',
    off: 'It is left out.',
  },
  /** The browser cannot load a page there, either. */
  deadWalletUriBase: {
    reference: false,
    title: 'The wallet_uri_base opens no app',
    on: 'It is `https://wallet.invalid`, whatever the wallet’s own is.',
    off: 'It is the wallet’s own, if it has one.',
  },
  domainWithoutPort: {
    title: 'Sign-in domains have no port',
    on: 'The default domain is the host of `identity.uri` without its port.',
    off: 'The default domain is the host of `identity.uri` with its port.',
  },
  extraSignInNewline: {
    title: 'An extra newline in sign-in texts',
    on: 'A text with fields and no statement has three newlines after the address.',
    off: 'A text with fields and no statement has two newlines after the address.',
  },
  crashesWithoutDomain: {
    title: 'A sign-in without a domain crashes the app',
    on: 'It crashes where `identity.uri` has no host, or where there is neither `uri` nor `name`.',
    off: 'It gets -32603 where `identity.uri` has no host, or where there is neither `uri` nor `name`.',
  },
  /** What `authorize` returns for a `sign_in_payload`. */
  signInResult: {
    title: 'The result of a sign-in',
    options: [
      ['signed', 'has a signature'],
      ['empty-signature', 'has an empty signature'],
      ['absent', 'is missing'],
    ],
  },
  legacyCapabilities: {
    title: 'Capabilities of 1.x in 2.0',
    on: '`get_capabilities` has the two booleans of 1.x in 2.0 sessions, too.',
    off: '`get_capabilities` has the two booleans of 1.x only in 1.x sessions.',
  },
  answersCapabilitiesTwice: {
    title: 'get_capabilities with a parameter is answered twice',
    on: 'It gets -32602 and then the result.',
    off: 'It gets only the result.',
  },
} as const satisfies Table;

const SIGNING = {
  unknownAddress: {
    title: 'sign_messages with an address that is not authorized gets',
    options: [
      ['authorization-failed', '-1 (authorization failed)'],
      ['invalid-payloads', '-2 (invalid payloads)'],
    ],
  },
  /**
   * Off-chain messages are none. The reference library signs what it gets, and whoever has the signature can
   * send the transaction.
   */
  signsTransactionMessages: {
    reference: false,
    title: 'Signs transactions as messages',
    on: '`sign_messages` also signs a transaction, and the message of one.',
    off: '`sign_messages` gets -2 if a message is a transaction, or the message of one.',
  },
  /**
   * It exceeds 32 bits, has a fraction or is a string. Android parses strings, drops fractions and keeps 32
   * bits.
   */
  sendIntegers: {
    title: 'A send option that is no 32-bit integer',
    options: [
      ['wrap', 'is converted, as on Android'],
      ['refuse', 'gets -32602'],
    ],
  },
  sendBooleans: {
    title: 'A send option like "true" instead of true',
    options: [
      ['read', 'is read'],
      ['refuse', 'gets -32602'],
    ],
  },
  signedMessages: {
    title: 'sign_messages returns',
    options: [
      ['message-and-signatures', 'each message with its signatures'],
      ['signatures', 'the signatures alone'],
    ],
  },
  silentWithoutMinContextSlot: {
    reference: false,
    title: 'Needs min_context_slot',
    on: '`sign_and_send_transactions` without it is neither shown nor answered.',
    off: '`sign_and_send_transactions` is answered without it.',
  },
  /** As with the next two quirks, a transaction that would become too large is signed as it is, too. */
  changesPriorityFee: {
    reference: false,
    title: 'Changes the priority fee',
    on: 'Transactions get the wallet’s own priority fee, unless others have signed them.',
    off: 'Transactions keep their priority fee.',
  },
  /** A nonce is not replaced. */
  renewsBlockhash: {
    reference: false,
    title: 'Renews the blockhash',
    on: 'Transactions get the chain’s latest blockhash, unless others have signed them.',
    off: 'Transactions keep their blockhash.',
  },
  /**
   * On mainnet, wallets add those of Lighthouse, a program that LiteSVM has not: memos stand in. The fee
   * before the advance of a nonce makes the nonce void.
   */
  addsGuards: {
    reference: false,
    title: 'Adds guards',
    on: 'Transactions get memos before and behind, and their fee first, unless others have signed them.',
    off: 'Transactions keep their instructions.',
  },
} as const satisfies Table;

/** How wallets whose source is public answer a send that has failed in part, or seems to have. */
const ANSWERS_TO_SENDS = {
  declinedSend: {
    title: 'A send that the user declines gets',
    options: [
      ['not-signed', '-3'],
      ['not-submitted', '-4 without data'],
    ],
  },
  /** Wallets on the React Native bridge have no other answer than -2. */
  failedSend: {
    title: 'A send of which not all was submitted gets',
    options: [
      ['not-submitted', '-4 with the signatures of what was submitted'],
      ['invalid-payloads', '-2 with `valid` for what was submitted'],
      ['not-signed', '-3, as if the user had declined'],
      ['all-signatures', '-4 with every signature that it made; after a failure it sends nothing more'],
    ],
  },
  sendsOneByOne: {
    reference: false,
    title: 'Asks for each transaction of a send',
    on: 'Each is shown, signed and sent before the next is shown. Declining one declines the request.',
    off: 'All are shown at once, and sent once they are approved.',
  },
  /** An app that tries again by itself then sends it twice: the other copy has another blockhash or fee. */
  forgetsWhileSending: {
    reference: false,
    title: 'An authorization runs out during a send',
    on: 'The first send of a session is submitted, and answered with -1. The token is no longer valid.',
    off: 'A send is answered with its signatures.',
  },
  /** The transaction arrives, but the answer says what `failedSend` has for one that was not submitted. */
  losesReplyToSend: {
    reference: false,
    title: 'A reply of the node gets lost',
    on: 'The wallet takes the last transaction of a send for not submitted.',
    off: 'The wallet knows what it has submitted.',
  },
  tooManyPayloads: {
    title: 'More payloads than it takes get',
    options: [
      [-6, '-6'],
      [-5, '-5, as in the published JavaScript'],
    ],
  },
} as const satisfies Table;

/** All quirks by the headings of their groups, in the order of a session. */
export const QUIRK_GROUPS: Readonly<Record<string, Table>> = {
  Session: SESSION,
  Parsing: PARSING,
  Authorization: AUTHORIZATION,
  Results: RESULTS,
  'Signing and sending': SIGNING,
  'Answers to sends': ANSWERS_TO_SENDS,
};

/** All quirks. An intersection, because declarations of a spread lose the comments. */
export const QUIRKS: typeof SESSION &
  typeof PARSING &
  typeof AUTHORIZATION &
  typeof RESULTS &
  typeof SIGNING &
  typeof ANSWERS_TO_SENDS = {
  ...SESSION,
  ...PARSING,
  ...AUTHORIZATION,
  ...RESULTS,
  ...SIGNING,
  ...ANSWERS_TO_SENDS,
};
