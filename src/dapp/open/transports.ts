import { MAX_REFLECTOR_FRAME_BYTES } from '../../connection/channel.js';
import { parseAddress } from '../../protocol/address.js';
import { parseObject } from '../../protocol/arguments.js';
import { FRAME_OVERHEAD } from '../../protocol/frame.js';
import { assertDuration, type Remote, type Transport } from '../../protocol/remote-option.js';
import { assertArgument, loadCode } from '../../util/errors.js';
import type { JsonObject } from '../../util/json-object.js';

/** What a session may do by a transport. Each must say all of it, so that none is trusted by default. */
type Traits = Readonly<{
  /** Whether a token that was issued by this transport may be sent in a later session by it. */
  keepsTokens: boolean;
  /** The most bytes of JSON in a message, if that is known before a session is opened. */
  maxBytes?: number;
}>;

/** What is to be known of a kind of {@link Remote} before its code is loaded. */
type RemoteTraits = Traits &
  Readonly<{
    /** Throws `INVALID_ARGUMENT` unless the members that only this kind has are right. */
    assertMembers(remote: JsonObject): void;
    /** Loads the code that meets a wallet there, whose type only that code has. */
    load(): Promise<unknown>;
  }>;

const REMOTES = {
  reflector: {
    // In a new session, the reflector could play the wallet app.
    keepsTokens: false,
    // Some reflectors carry even less.
    maxBytes: MAX_REFLECTOR_FRAME_BYTES - FRAME_OVERHEAD,
    // The association URI has only the host of a reflector.
    assertMembers: ({ host }) => void parseAddress(host, 'remote.host', /[\s\\@?#/]/),
    load: async () => (await import('./reflector.js')).connectByReflector,
  },
  nostr: {
    keepsTokens: true,
    assertMembers({ relays }) {
      assertArgument(Array.isArray(relays) && relays.length > 0, 'remote.relays', 'must be an array');
      for (const [index, relay] of relays.entries()) parseAddress(relay, `remote.relays[${index}]`);
    },
    load: async () => (await import('./nostr.js')).connectByNostr,
  },
} satisfies Readonly<Record<Remote['type'], RemoteTraits>>;

/** The traits of each transport. */
export const TRANSPORTS: Readonly<Record<Transport, Traits>> = {
  local: { keepsTokens: true },
  ...REMOTES,
};

/** Validates the option `remote`. @throws `INVALID_ARGUMENT` that names the member */
export function assertRemote(remote: unknown): void {
  if (remote === undefined) return;
  const { type, idleMs = 0, ...members } = parseObject(remote, 'remote');
  const kinds = Object.keys(REMOTES);
  assertArgument(kinds.includes(type as string), 'remote.type', `must be ${kinds.join(' or ')}`);
  REMOTES[type as Remote['type']].assertMembers(members);
  assertDuration(idleMs, 'remote.idleMs');
}

/** Loads the code for sessions over an intermediary of one kind. */
export function loadRemote({ type }: Remote) {
  return loadCode(REMOTES[type].load);
}
