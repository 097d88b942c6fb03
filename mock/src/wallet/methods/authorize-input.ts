import {
  CHAINS,
  type ChainIdentifier,
  CLUSTERS,
  DEFAULT_CHAIN,
  type Identity,
  JSON_RPC_CODES,
  type JsonObject,
  type SignInPayload,
  WALLET_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import { keepDefined } from '../../values/parse.js';
import type { MockWalletContext } from '../mock-session.js';
import { readBase64, readObject, readText, readTexts } from '../params.js';
import type { Quirks } from '../quirks.js';
import { leaveUnanswered, refuse } from '../refusal.js';
import { readSignInPayload } from './sign-in.js';

/** The parameters of `authorize`. */
export type AuthorizeInput = Readonly<{
  identity: Identity;
  token: string | undefined;
  /** As the dapp wrote it, perhaps malformed; `undefined` when there is a token and no chain. */
  chain: string | undefined;
  features: readonly string[];
  /** The public keys, without those that are malformed. */
  addresses: readonly Uint8Array[];
  signIn: SignInPayload | undefined;
}>;

/**
 * A chain identifier as the reference library tests it: Java's `\S`, and its `$`, which also matches before a
 * last line break.
 */
const CHAIN = /^[^ \t\n\v\f\r]+:[^ \t\n\v\f\r]+(\r\n|[\r\n])?$/;

/** Reads the parameters of `authorize` (2.0). It changes nothing in the session before it refuses. */
export function readAuthorizeInput(params: JsonObject, quirks: Quirks): AuthorizeInput {
  const identity = readIdentity(params, quirks);
  const token = readText(params, 'auth_token', quirks) || undefined;
  return {
    identity,
    token,
    chain: readChain(params, token, quirks),
    features: readTexts(params, 'features'),
    addresses: readTexts(params, 'addresses').flatMap((address) => readBase64(address, quirks) ?? []),
    signIn: readSignInPayload(params, identity, quirks),
  };
}

/** Reads the parameters of `authorize`, or of `reauthorize` if `withToken`, as a 1.x wallet does. */
export function readLegacyInput(params: JsonObject, quirks: Quirks, withToken: boolean): AuthorizeInput {
  const token = withToken ? readText(params, 'auth_token', quirks) : undefined;
  if (withToken && !token) refuse(JSON_RPC_CODES.INVALID_PARAMS, 'auth_token must be a non-empty string');
  const cluster = readText(params, 'cluster', quirks);
  return {
    identity: readIdentity(params, quirks),
    token,
    chain: withToken ? undefined : cluster ? (findChain(cluster) ?? refuseChain()) : DEFAULT_CHAIN,
    features: [],
    addresses: [],
    signIn: undefined,
  };
}

/** Returns the chain if the wallet authorizes it. Refuses any other with -7, or crashes. */
export function parseChain(chain: string | undefined, { quirks, chains }: MockWalletContext): string {
  if (chain === undefined || !CHAIN.test(chain)) {
    if (quirks.crashesOnMalformedChain) leaveUnanswered('crashed');
    return refuseChain();
  }
  const isKnown = CHAINS.some((known) => known === chain);
  const isTaken = chains?.includes(chain) ?? (quirks.takesUnknownChains || isKnown);
  return isTaken ? chain : refuseChain();
}

function refuseChain(): never {
  return refuse(WALLET_RPC_CODES.CHAIN_NOT_SUPPORTED);
}

function readIdentity(params: JsonObject, quirks: Quirks): Identity {
  const identity = readObject(params, 'identity') ?? {};
  const uri = readText(identity, 'uri', quirks);
  const icon = readText(identity, 'icon', quirks);
  const name = readText(identity, 'name', quirks);
  if (quirks.strictIdentity) {
    if (uri !== undefined && !/^[^:]*:\//.test(uri)) {
      refuseIdentity('identity.uri must be an absolute, hierarchical URI');
    }
    if (icon?.includes(':')) refuseIdentity('identity.icon must be a relative URI');
    if (name === '') refuseIdentity('identity.name must be a non-empty string');
  }
  return keepDefined<Identity>({ name, uri, icon });
}

function refuseIdentity(expectation: string): never {
  return refuse(JSON_RPC_CODES.INVALID_PARAMS, `When specified, ${expectation}`);
}

function readChain(params: JsonObject, token: string | undefined, quirks: Quirks): string | undefined {
  const chain = readText(params, 'chain', quirks);
  if (chain) return chain;
  const cluster = readText(params, 'cluster', quirks);
  if (!cluster) return token === undefined ? DEFAULT_CHAIN : undefined;
  return findChain(cluster) ?? (quirks.silentOnUnknownCluster ? leaveUnanswered('silence') : refuseChain());
}

function findChain(cluster: string): ChainIdentifier | undefined {
  return CHAINS.find((chain) => CLUSTERS[chain] === cluster);
}
