// Separate constants, so that bundlers drop the unused ones.
/** After an `authorize` without a token: the user refused. After any other request: not authorized. */
export const AUTHORIZATION_FAILED = -1;
/** The wallet cannot sign the payloads. */
export const INVALID_PAYLOADS = -2;
/** The user refused. */
export const NOT_SIGNED = -3;
/** Not every transaction was submitted. */
export const NOT_SUBMITTED = -4;
/** The request has more payloads than the wallet allows. */
export const TOO_MANY_PAYLOADS = -6;
/** The wallet does not support the chain. */
export const CHAIN_NOT_SUPPORTED = -7;
/** The wallet wants the page's origin to be attested first. */
export const ATTEST_ORIGIN_ANDROID = -100;
/** The message is not JSON. */
export const PARSE_ERROR = -32700;
/** The message is not a request. */
export const INVALID_REQUEST = -32600;
/** The wallet has no such method. */
export const METHOD_NOT_FOUND = -32601;
/** The parameters are wrong. */
export const INVALID_PARAMS = -32602;
/** The wallet failed to handle the request. */
export const INTERNAL_ERROR = -32603;

/** The error codes of Mobile Wallet Adapter 2.0. */
export const WALLET_RPC = {
  AUTHORIZATION_FAILED,
  INVALID_PAYLOADS,
  NOT_SIGNED,
  NOT_SUBMITTED,
  NOT_CLONED: -5,
  TOO_MANY_PAYLOADS,
  CHAIN_NOT_SUPPORTED,
  ATTEST_ORIGIN_ANDROID,
} as const;

/** The error codes of JSON-RPC 2.0 (section 5.1). */
export const JSON_RPC = {
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  INTERNAL_ERROR,
} as const;
