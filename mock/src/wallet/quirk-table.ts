import { REQUEST_METHODS, type RequestMethod } from './faults/fault.js';
import type { Quirks } from './quirks.js';

/**
 * A quirk as the reference wallet has it, and how it is shown: a switch with what it means when it is on and off, a choice of
 * values with their texts, or a number. The reference wallet has a switch on, unless the switch says otherwise.
 */
type Quirk<T> = Readonly<{ title: string }> &
  ([T] extends [boolean]
    ? Readonly<{ reference?: false; on: string; off: string }>
    : [T] extends [number]
      ? Readonly<{ reference: T }>
      : Readonly<{ reference: T; options: readonly (readonly [value: T, text: string])[] }>);
type QuirkTable = Readonly<{ [Name in keyof Quirks]: Quirk<Quirks[Name]> }>;

const ANY_METHOD: readonly (readonly ['nothing' | RequestMethod, string])[] = [
  ['nothing', 'no request'],
  ...REQUEST_METHODS.map((method) => [method, method] as const),
];

/** All quirks by the headings of their groups, in the order of a session. */
export const QUIRK_GROUPS = {
  Session: {
    propertiesVersion: {
      reference: '1',
      title: 'Version in the session properties',
      options: [
        ['1', '{"v":"1"}'],
        [1, '{"v":1}'],
        ['v1', '{"v":"v1"}'],
      ],
    },
    closesOnBreach: {
      title: 'A protocol violation closes the socket',
      on: 'It closes the socket with 1001.',
      off: 'It only ends the session.',
    },
    ignoresShortFrames: {
      title: 'Short messages are ignored',
      on: 'A message that is too short to be a frame is ignored.',
      off: 'A message that is too short to be a frame is a protocol violation.',
    },
    deafAfterSession: {
      title: 'An association is used once',
      on: 'After its sessions have ended, another socket gets no HELLO_RSP.',
      off: 'After its sessions have ended, another socket begins a new session.',
    },
    repliesOvertake: {
      title: 'Replies overtake each other',
      on: 'A reply is sent as soon as it is ready.',
      off: 'Replies are sent in the order of the requests.',
    },
    hangsUpOn: {
      reference: 'nothing',
      title: 'Closes the socket instead of a reply to',
      options: ANY_METHOD,
    },
    holdsReplyTo: {
      reference: 'nothing',
      title: 'Holds the reply back until the next message, or 45 s, to',
      options: ANY_METHOD,
    },
  },
  Parsing: {
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
    crashesOnMalformedChain: {
      title: 'A malformed chain crashes the app',
      on: 'Without a token, a chain with white space, or with nothing on one side of its colon, crashes the app.',
      off: 'A malformed chain gets -7.',
    },
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
  },
  Authorization: {
    refusesTokenOfOtherChain: {
      title: 'A token is bound to its chain',
      on: 'A token for another chain gets -1, and stays valid.',
      off: 'For a token of another chain the user is asked again.',
    },
    refusesTokenOfOtherIdentity: {
      reference: false,
      title: 'A token is bound to its app',
      on: 'A token that another identity got is refused with -1.',
      off: 'A token that another identity got is accepted.',
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
  },
  Results: {
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
    nullWalletUriBase: {
      reference: false,
      title: 'A missing wallet_uri_base is null',
      on: 'It is null.',
      off: 'It is left out.',
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
    signInResult: {
      reference: 'signed',
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
  },
  'Signing and sending': {
    unknownAddress: {
      reference: 'authorization-failed',
      title: 'sign_messages with an address that is not authorized gets',
      options: [
        ['authorization-failed', '-1 (authorization failed)'],
        ['invalid-payloads', '-2 (invalid payloads)'],
      ],
    },
    sendIntegers: {
      reference: 'wrap',
      title: 'A send option that is no 32-bit integer',
      options: [
        ['wrap', 'is converted, as on Android'],
        ['refuse', 'gets -32602'],
      ],
    },
    sendBooleans: {
      reference: 'read',
      title: 'A send option like "true" instead of true',
      options: [
        ['read', 'is read'],
        ['refuse', 'gets -32602'],
      ],
    },
    signedMessages: {
      reference: 'message-and-signatures',
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
  },
} as const satisfies Readonly<Record<string, Partial<QuirkTable>>>;

/** All quirks. */
export const QUIRKS: QuirkTable = Object.assign({}, ...Object.values(QUIRK_GROUPS));

/**
 * The behaviours of the reference wallet library, without those of other wallets. It has others that the mock wallet does not
 * play:
 *
 * - It also reads JSON with text after it, two objects (of which the first counts), keys without quotes or in single ones,
 *   comments, octal and hexadecimal numbers, and raw control characters. The mock wallet answers -32700.
 * - `"jsonrpc": 2.0`, a number, is a version to it. The mock wallet answers -32600.
 * - Where a value that is not a string counts as its text, its text of an object has `\/` in place of `/`, and a number is as
 *   it was written, such as `1.0`.
 * - Hexadecimal floating-point texts, such as `"0x1p3"`, are integers to it in send options. The mock wallet answers -32602.
 * - A token lasts 30 days, and an identity has at most 50. A token of the mock wallet lasts as long as the wallet.
 * - A crash ends its process. That of the mock wallet goes on, and only the connection is dropped.
 * - It does not say that its port is taken, but is silent. The mock wallet rejects the launch with the reason.
 */
export const REFERENCE_QUIRKS = Object.fromEntries(
  Object.entries(QUIRKS).map(([name, { reference = true }]) => [name, reference]),
) as Quirks;
