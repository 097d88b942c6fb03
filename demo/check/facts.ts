import { type Exchange, read } from './messages.js';

/** What the wallet app did: `wallet` of the report. `readPhoneReport` of the mock wallet reads it. */
export type Facts = Readonly<{
  protocol?: string;
  propertiesVersion?: unknown;
  capabilities?: unknown;
  /** The result of `authorize` without a token, in shape. */
  authorize?: unknown;
  /** The result of `authorize` by a token, in shape. */
  authorizeByToken?: unknown;
  isTokenRenewed?: boolean;
  signInResult?: 'signed' | 'empty-signature' | 'absent';
  hasExtraSignInNewline?: boolean;
  signedMessages?: 'message-and-signatures' | 'signatures';
  changesTransactions?: boolean;
  errorDataIsText?: boolean;
  hangsUpOn?: string;
}>;

/** The members whose texts are names and no data of a person. */
const NAMES = [
  'chains',
  'features',
  'supported_transaction_versions',
  'display_address_format',
  'signature_type',
];
/** The names of the protocol, and no addresses: a wallet may also have made data a member's name. */
const NAME = /^[a-z_]+$/;
/** As long as the name of a chain or a feature. */
const LONGEST_NAME = 64;

/** Returns JSON with the lengths of its texts in their place. */
export function getShape(value: unknown, isName = false): unknown {
  if (typeof value === 'string') return isName && value.length <= LONGEST_NAME ? value : describeText(value);
  if (Array.isArray(value)) return value.map((item) => getShape(item, isName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      NAME.test(name) ? name : describeText(name),
      getShape(member, NAMES.includes(name)),
    ]),
  );
}

const describeText = (text: string): string => `text of ${text.length} characters`;

/** Returns what a response of the wallet tells besides what is known. */
export function learn(facts: Facts, { method, params, result, error }: Exchange): Facts {
  if (error !== undefined) {
    const { data } = read(error);
    return data === undefined ? facts : { ...facts, errorDataIsText: typeof data === 'string' };
  }
  if (method === 'get_capabilities') return { ...facts, capabilities: getShape(result) };
  if (method.startsWith('sign_')) return { ...facts, ...learnSigned(method, params, result) };
  if (method !== 'authorize' && method !== 'reauthorize') return facts;
  const token = params['auth_token'];
  if (token !== undefined) {
    const isTokenRenewed = read(result)['auth_token'] !== token;
    return { ...facts, authorizeByToken: getShape(result), isTokenRenewed };
  }
  if (params['sign_in_payload'] === undefined) return { ...facts, authorize: getShape(result) };
  return { ...facts, ...learnSignIn(read(result)['sign_in_result']) };
}

function learnSignIn(signed: unknown): Facts {
  const { signature, signed_message } = read(signed);
  if (typeof signed_message !== 'string') return { signInResult: 'absent' };
  // This page asks for fields and no statement: one empty line stands between the address and the fields.
  const [, , , line] = decode(signed_message).split('\n');
  return {
    signInResult: signature === '' ? 'empty-signature' : 'signed',
    hasExtraSignInNewline: line === '',
  };
}

function learnSigned(method: string, params: Exchange['params'], result: unknown): Facts {
  const [payload, signed] = [read(params)['payloads'], read(result)['signed_payloads']].map((payloads) => {
    const first: unknown = read(payloads)[0];
    return typeof first === 'string' ? decode(first) : undefined;
  });
  if (payload === undefined || signed === undefined) return {};
  // This page's transactions have one signature, before the message.
  if (method === 'sign_transactions') return { changesTransactions: signed.slice(65) !== payload.slice(65) };
  return { signedMessages: signed.startsWith(payload) ? 'message-and-signatures' : 'signatures' };
}

/** Decodes base64 that may be malformed, byte by byte. */
function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
