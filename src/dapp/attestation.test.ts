import { createHash } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeUtf8 } from '../util/bytes.js';
import { attestOrigin } from './attestation.js';

const ORIGIN = 'https://wallet.example';
const PAGE = `${ORIGIN}/attest?a=b`;
const DATA = { attest_origin_uri: PAGE, challenge: btoa('challenge'), context: 'the context' };
const SECRET = encodeUtf8('secret');
const TOKEN = { origin: ORIGIN, data: 'token' };

type Message = Readonly<{ source?: unknown; origin: string; data: unknown }>;

/** The wallet's page in its frame: what it was asked, and whether the frame is still there. */
let asked: unknown[];
let frame: EventTarget & { hidden?: boolean; src?: string; contentWindow: object };
let isThere: boolean;
let page: EventTarget;
let whenAppended: () => void;

beforeEach(() => {
  asked = [];
  isThere = false;
  page = new EventTarget();
  const remove = () => {
    isThere = false;
  };
  const contentWindow = { postMessage: (...message: unknown[]) => asked.push(message) };
  frame = Object.assign(new EventTarget(), { contentWindow, remove });
  const append = () => {
    isThere = true;
    whenAppended();
  };
  vi.stubGlobal(
    'document',
    Object.assign(new EventTarget(), { createElement: () => frame, documentElement: { append } }),
  );
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
});

const load = () => frame.dispatchEvent(new Event('load'));
const post = (message: Message) =>
  page.dispatchEvent(Object.assign(new Event('message'), { source: frame.contentWindow, ...message }));

/** Attests, and runs `act` once the frame is there. Nothing may stay of it. */
async function attest(act: () => void, signal = new AbortController().signal, data: unknown = DATA) {
  whenAppended = act;
  const outcome = await attestOrigin(data, SECRET, signal).catch((error: unknown) => error);
  expect(isThere).toBe(false);
  expect(getEventListeners(page, 'message')).toEqual([]);
  return outcome;
}

describe('attestOrigin', () => {
  it('asks the wallet’s page in a hidden frame, and returns its token', async () => {
    const outcome = await attest(() => {
      expect(frame).toMatchObject({ hidden: true, src: PAGE });
      load();
      post(TOKEN);
    });
    expect(outcome).toBe('token');
    const hash = createHash('sha256').update('attest-originchallengesecret').digest('base64');
    expect(asked).toEqual([[{ m: 'origin-attest', h: hash, context: 'the context' }, ORIGIN]]);
  });

  it.each<[what: string, when: 'before' | 'after', message: Message]>([
    ['of another window', 'after', { ...TOKEN, source: {}, data: 'forged' }],
    ['of another origin', 'after', { ...TOKEN, origin: 'https://other.example', data: 'forged' }],
    ['of its frame', 'before', { ...TOKEN, data: 'too early' }],
  ])('ignores an answer %s %s the question', async (_, when, message) => {
    const answer = () => {
      if (when === 'before') post(message);
      load();
      if (when === 'after') post(message);
      post(TOKEN);
    };
    expect(await attest(answer)).toBe('token');
  });

  it('ignores a frame that has no window any more', async () => {
    const controller = new AbortController();
    const act = () => {
      Object.assign(frame, { contentWindow: null });
      expect(load).not.toThrow();
      controller.abort('enough');
    };
    expect(await attest(act, controller.signal)).toBe('enough');
  });

  it('rejects with INVALID_RESPONSE if the page refuses', async () => {
    const refuse = () => {
      load();
      post({ ...TOKEN, data: { error: 'no' } });
    };
    expect(await attest(refuse)).toMatchObject({
      code: 'INVALID_RESPONSE',
      context: { path: 'attest_origin' },
    });
  });

  it.each(['http://wallet.example', 'nonsense', 'solana-wallet:/attest'])(
    'rejects with INVALID_RESPONSE for a page at %s',
    async (attest_origin_uri) => {
      const outcome = await attest(() => expect.unreachable(), undefined, { ...DATA, attest_origin_uri });
      expect(outcome).toMatchObject({
        code: 'INVALID_RESPONSE',
        context: { path: 'error.data.attest_origin_uri' },
      });
    },
  );

  it('opens no page if its signal has aborted', async () => {
    expect(await attest(() => expect.unreachable(), AbortSignal.abort('enough'))).toBe('enough');
  });
});
