import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/process.mjs';
import { checkSentence, escapePattern } from '../../scripts/sentences.mjs';

// A limit is stated in documents and set in the code. In each sentence below, the source of a figure stands in its place: a file,
// and a constant of it, or a part of its text with `#` for the number.

const SESSION = 'src/wallet/session/open-wallet-session.ts: IDLE_MS';
const REACH = 'src/dapp/local.ts: REACH_TIMEOUT_MS';
const RETURN = 'src/dapp/local.ts: RETURN_GRACE_MS';
const HELLO = 'src/session/handshake.ts: HELLO_RSP_TIMEOUT_MS';
const REMOTE_HELLO = 'src/dapp/remote.ts: HELLO_TIMEOUT_MS';
const MESSAGE = 'src/protocol/rpc-errors.ts: MAX_WALLET_MESSAGE_LENGTH';
const TAP = 'src/wallet/session/tap-question.ts: CONTINUATION_MS';
const CHECK = 'src/protocol/check.ts';
const REFLECTOR = 'mock/src/sockets/reflector.ts';

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  'ARCHITECTURE.md': ['for at most {src/wallet/session/trust.ts: DEAUTHORIZE_WAIT_MS}, if a session is open'],
  'SECURITY.md': [
    `After {${HELLO}} without an answer to the handshake`,
    `The handshake has a limit of {${REMOTE_HELLO}}`,
    `put up to {${MESSAGE}} characters of its own into \`context.walletMessage\``,
    `| accounts of one authorization | {${CHECK}: MAX_ACCOUNTS} |`,
    `| a token | {${CHECK}: MAX_TOKEN_LENGTH} characters |`,
    '| `label` | {src/protocol/plain-text.ts: MAX_LABEL_LENGTH} characters |',
    `\`display_address_format\` | {${CHECK}: MAX_DISPLAY_ADDRESS_LENGTH} characters |`,
    `| an icon | {${CHECK}: MAX_ICON_LENGTH} characters |`,
    `| account icons of one authorization | {${CHECK}: MAX_ICONS_LENGTH} characters`,
    `\`features\` of a wallet | {${CHECK}: MAX_NAMES} names of {${CHECK}: MAX_NAME_LENGTH} characters |`,
    `| transaction versions of a wallet | {${CHECK}: MAX_NAMES} |`,
    '| `wallet_uri_base` | {src/protocol/association.ts: MAX_BASE_URI_LENGTH} characters |',
    "| the store's entry | {src/wallet/state.ts: MAX_ENTRY_LENGTH} characters |",
  ],
  'docs/decisions.md': [
    `{${RETURN}}, the user has cancelled`,
    `only the limit of {${REACH}} ends the wait`,
    'until its next ping, up to {mock/src/wallet/run-session.ts: HELD_REPLY_MS}',
    'has been pending for {src/dapp/held-replies.ts: HELD_REPLY_MS}, the library sends one',
    `within {${TAP}} of the last tap or the last`,
    'Probes are {src/dapp/dial.ts: Math.max(Math.min(# + ms} apart at first, {src/dapp/dial.ts: / 10, #} after a',
    'a probe has had no answer for {src/dapp/dial.ts: PROBE_TIMEOUT_MS};',
    'so the offer says {src/dapp/reflector.ts: LIFETIME_MS}, and waits',
    'sends an empty message every {src/dapp/reflector.ts: KEEP_ALIVE_MS},',
    'ends within {src/dapp/remote.ts: SHORTEST_LIFE_MS} of being shown',
  ],
  'docs/guides/another-device.md': [
    `it has been idle for {${SESSION}}`,
    'no limit of this library | {src/session/channel.ts: MAX_REFLECTED_BYTES}',
    `waits {${REFLECTOR}: HALF_OPEN_TIMEOUT_MS} for the wallet, ends a session after {${REFLECTOR}: PAIR_TIMEOUT_MS}, and closes a connection that sends more than {${REFLECTOR}: MAX_FRAME} at once`,
    'the wallet has {mock/src/install/dev-server/served-phone.ts: DEFAULT_AIRDROP} SOL',
  ],
  'docs/guides/content-security-policy.md': [
    `\`WALLET_NOT_FOUND\` after {${REACH}}, in the dialog`,
    '`SESSION_TIMEOUT` after {src/dapp/attestation.ts: PAGE_TIMEOUT_MS}, with',
  ],
  'docs/guides/endpoint.md': ['waits up to {src/session/join.ts: JOIN_TIMEOUT_MS} for the dapp'],
  'docs/guides/errors.md': [
    `Nothing answered within {${REACH}}, or`,
    `to the handshake in {${HELLO}} ({${REMOTE_HELLO}} on another device), to a request that needs no user in {src/dapp/session-wallet.ts: PROMPT_ANSWER_TIMEOUT_MS}, from a reflector or relay in {src/dapp/reflector.ts: REACH_TIMEOUT_MS}.`,
    'from a reflector or relay in {src/session/nostr-channel.ts: SUBSCRIBE_TIMEOUT_MS}.',
    `\`context.walletMessage\`, at most {${MESSAGE}} characters.`,
  ],
  'docs/guides/migrate.md': [`nothing answered within {${REACH}}; `],
  'docs/guides/troubleshooting.md': [
    `to reach the wallet app for at most {${REACH}}.`,
    `\`WALLET_NOT_FOUND\` after {${REACH}} |`,
  ],
  'docs/guides/try-without-a-phone.md': [
    'account has {mock/src/install/dev-server/served-phone.ts: DEFAULT_AIRDROP} SOL',
  ],
  'docs/guides/wallet-module.md': [
    `without a call, in milliseconds (default: {${SESSION}})`,
    `Only within {${TAP}} of the last tap`,
  ],
  'e2e/PITFALLS.md': [
    `the call is cancelled {${RETURN}} later`,
    `within {${TAP}} of a tap`,
    `It is {${REACH}} by the wall clock`,
  ],
  'mock/README.md': [
    'The first account has {mock/src/install/dev-server/served-phone.ts: DEFAULT_AIRDROP} SOL',
    'holds the last {mock/src/wallet/state/activity-log.ts: MAX_ENTRIES} requests',
  ],
};

/** Returns the number that a file of the code has in a place, such as `src/a.ts: LIMIT_MS`. */
function readLimit(source: string): number | undefined {
  const [path = '', place = ''] = source.split(': ');
  const text = place.includes('#') ? place : `const ${place} = #;`;
  const [before = '', after = ''] = text.split('#').map(escapePattern);
  const [, product] = new RegExp(`${before}([\\d_]+(?: \\* [\\d_]+)*)${after}`).exec(read(path)) ?? [];
  return product?.split(' * ').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe.each(Object.entries(SENTENCES))('%s', (page, sentences) => {
  it.each(sentences)('states the limit of the code: %s', (sentence) => {
    expect(checkSentence(read(page), sentence, readLimit).problems).toEqual([]);
  });
});
