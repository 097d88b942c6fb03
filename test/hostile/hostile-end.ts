import fc from 'fast-check';
import type { MockWallet } from '../../mock/src/index.js';
import { type Channel, createChannelPair } from '../../src/connection/channel.js';
import { walletHandshake } from '../../src/connection/handshake.js';
import type { Dial } from '../../src/dapp/open/dial.js';
import type { Launch } from '../../src/dapp/open/launch.js';
import { parseAssociationUri } from '../../src/protocol/association.js';
import { decodeBase64, encodeBase64 } from '../../src/util/bytes.js';
import { editJson, editText, jsonEdits, nasty, textEdits } from '../fuzz/fuzz.js';
import { shakeHands } from '../support/mock-wallet.js';

const SIGNATURE = encodeBase64(new Uint8Array(64).fill(9));
/**
 * Milliseconds without a message after which the user leaves the wallet app. That ends requests which the
 * wallet ignored.
 */
const QUIET = 20;

const RARE_MOVES = ['text', 'error', 'sent', 'twice', 'late', 'swallow', 'frame', 'close'] as const;
/** The kinds of {@link moves}. */
export const MOVES = ['pass', 'json', 'forge', ...RARE_MOVES] as const;

/** What the hostile end does with one answer of an honest wallet. */
export const moves = fc.array(
  fc.record({
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constant('pass' as const) },
      { weight: 4, arbitrary: fc.constant('json' as const) },
      { weight: 6, arbitrary: fc.constant('forge' as const) },
      {
        weight: 6,
        arbitrary: fc.constantFrom(...RARE_MOVES),
      },
    ),
    json: jsonEdits,
    text: textEdits,
    code: fc.oneof(fc.integer({ min: -7, max: -1 }), fc.constantFrom(-100, -32601, -32602, -32603)),
    data: nasty,
  }),
  { minLength: 1, maxLength: 12 },
);
type Move = (typeof moves extends fc.Arbitrary<infer T> ? T : never)[number];
const PASS: Move = { kind: 'pass', json: [], text: [], code: 0, data: null };

/**
 * Creates `launch` and `dial` for a wallet that gives some honest answers and then follows `script`, one move
 * for each answer, repeatedly.
 */
export function createHostileEnd(
  wallet: MockWallet,
  {
    honest,
    script,
    properties,
  }: Readonly<{ honest: number; script: readonly Move[]; properties: string | undefined }>,
) {
  const sessions: Promise<unknown>[] = [];
  let uri = '';
  let answers = 0;
  const getNextMove = (): Move => {
    const turn = answers++ - honest;
    return turn < 0 ? PASS : (script[turn % script.length] as Move);
  };

  const launch: Launch = (opened) => {
    uri = opened;
  };
  const dial: Dial = async () => {
    const [dapp, other] = createChannelPair();
    sessions.push(serve(other).catch(() => {}));
    return dapp;
  };
  const serve = async (channel: Channel): Promise<void> => {
    const { secure } = await walletHandshake(
      channel,
      parseAssociationUri(uri).associationPublicKey,
      properties,
    );
    const inner = (await shakeHands(wallet)).secure;
    let counts = new Map<unknown, number>();
    let held: string[] = [];
    const leave = () => channel.close();
    let timer = setTimeout(leave, QUIET);
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, QUIET);
    };

    const answer = async (text: string): Promise<void> => {
      const move = getNextMove();
      const { id } = JSON.parse(text) as { id: unknown };
      const send = (value: unknown) => secure.send(JSON.stringify(value) ?? '');
      if (move.kind === 'pass') await secure.send(text);
      else if (move.kind === 'json') await send(editJson(JSON.parse(text), move.json));
      else if (move.kind === 'forge') await send(forge(JSON.parse(text)));
      else if (move.kind === 'text') await secure.send(editText(text, move.text));
      else if (move.kind === 'error') {
        await send({ jsonrpc: '2.0', id, error: { code: move.code, message: 'no', data: move.data } });
      } else if (move.kind === 'sent') {
        const signatures = Array.from({ length: counts.get(id) ?? 1 }, () => SIGNATURE);
        await send({ jsonrpc: '2.0', id, result: { signatures } });
      } else if (move.kind === 'twice') await Promise.all([secure.send(text), secure.send(text)]);
      else if (move.kind === 'late') held.push(text);
      else if (move.kind === 'frame')
        channel.send(Uint8Array.from(SIGNATURE, (letter) => letter.charCodeAt(0)));
      else if (move.kind === 'close') channel.close();
      if (move.kind === 'late') return;
      for (const late of held.splice(0)) await secure.send(late);
    };
    const forward = async (): Promise<void> => {
      for (;;) {
        const text = await secure.read();
        const { id, params } = JSON.parse(text) as { id: unknown; params: { payloads?: unknown[] } };
        counts = counts.set(id, params.payloads?.length ?? 1);
        rest();
        await inner.send(text);
      }
    };
    const back = async (): Promise<void> => {
      for (;;) {
        const text = await inner.read();
        rest();
        await answer(text);
      }
    };
    await Promise.allSettled([forward().finally(() => inner.close()), back().finally(leave)]);
    clearTimeout(timer);
    held = [];
  };
  return { launch, dial, sessions };
}

type Answer = Readonly<{
  result?: Readonly<{
    signed_payloads?: readonly string[];
    sign_in_result?: Readonly<{ signature: string }>;
  }>;
}>;

/** Changes what was signed, or its signature, and leaves all shapes as they are. */
function forge({ result, ...rest }: Answer): unknown {
  const payloads = result?.signed_payloads;
  const signIn = result?.sign_in_result;
  return {
    ...rest,
    ...(result && {
      result: {
        ...result,
        ...(payloads && { signed_payloads: payloads.map(forgeBase64) }),
        ...(signIn && { sign_in_result: { ...signIn, signature: forgeBase64(signIn.signature) } }),
      },
    }),
  };
}

function forgeBase64(text: string): string {
  const bytes = decodeBase64(text);
  return encodeBase64(bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte)));
}
