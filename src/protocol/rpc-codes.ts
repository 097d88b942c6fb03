// Separate constants, so that bundlers drop the unused ones.
/** On a fresh `authorize`: the person refused. On anything else: not authorized. */
export const AUTHORIZATION_FAILED = -1;
/** The payloads cannot be signed. */
export const INVALID_PAYLOADS = -2;
/** The person refused. */
export const NOT_SIGNED = -3;
/** Not every transaction was submitted. */
export const NOT_SUBMITTED = -4;
/** More payloads than one request may have. */
export const TOO_MANY_PAYLOADS = -6;
/** The wallet does not know the chain. */
export const CHAIN_NOT_SUPPORTED = -7;
/** The wallet wants the page's origin attested first. */
export const ATTEST_ORIGIN_ANDROID = -100;
/** The text was no JSON. */
export const PARSE_ERROR = -32700;
/** The JSON was no request. */
export const INVALID_REQUEST = -32600;
/** The wallet has no such method. */
export const METHOD_NOT_FOUND = -32601;
/** The parameters were wrong. */
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

/** The error codes of JSON-RPC 2.0 itself, section 5.1. */
export const JSON_RPC = {
  PARSE_ERROR,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  INVALID_PARAMS,
  INTERNAL_ERROR,
} as const;
