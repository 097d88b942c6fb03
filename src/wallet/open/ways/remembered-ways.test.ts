import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../../test/support/wallet.js';
import { createOwnLink, createRelayChoice } from './remembered-ways.js';

const LINK = 'https://wallet.example/app';
const OTHER = 'https://other.example';
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** So long a test does not take. */
const MARGIN_MS = 60_000;

/** A store, and what it keeps under the name of an entry. */
function createEntry(name: string) {
  const store = createMemoryStore();
  const key = `mobile-wallet-standard:${name}`;
  return {
    store,
    get: () => store.entries.get(key),
    set: (text: string) => void store.entries.set(key, text),
    /** Dates the entry `ms` before now. */
    age: (ms: number) =>
      void store.entries.set(key, (store.entries.get(key) ?? '').replace(/^\d+/, String(Date.now() - ms))),
  };
}

/** A store in which a link is left alone, because the common scheme reached the wallet that names it. */
function restLink() {
  const entry = createEntry('link');
  const ownLink = createOwnLink(entry.store);
  ownLink.noteUnreached(LINK);
  ownLink.noteAnswer(LINK);
  return { ...entry, ownLink };
}

describe('a wallet’s own link', () => {
  it('can be used until it has reached nobody, and only if it is one', () => {
    const { store, get } = createEntry('link');
    const { getUsable } = createOwnLink(store);
    expect(getUsable(LINK)).toBe(LINK);
    expect(getUsable(undefined)).toBeUndefined();
    expect(getUsable('wallet:app')).toBeUndefined();
    expect(get()).toBeUndefined();
  });

  it('is left alone once it has reached nobody, by all who read the store, and no other link is', () => {
    const { store } = createEntry('link');
    const { noteUnreached, getUsable } = createOwnLink(store);
    noteUnreached(LINK);
    expect(getUsable(LINK)).toBeUndefined();
    expect(createOwnLink(store).getUsable(LINK)).toBeUndefined();
    expect(getUsable(OTHER)).toBe(OTHER);
    expect(getUsable(undefined)).toBeUndefined();
  });

  it('is left alone for a week after the wallet has named it again', () => {
    const { ownLink, age, get } = restLink();
    expect(Math.abs(Number(get()?.split(' ')[0]) - Date.now())).toBeLessThan(MARGIN_MS);
    for (const ms of [0, DAY_MS, WEEK_MS - MARGIN_MS]) {
      age(ms);
      expect(ownLink.getUsable(LINK)).toBeUndefined();
      expect(ownLink.getUsable(OTHER)).toBe(OTHER);
    }
    age(WEEK_MS);
    expect(ownLink.getUsable(LINK)).toBe(LINK);
  });

  it('is used again after a clock that was a year ahead has been set back', () => {
    const { ownLink, age } = restLink();
    age(-365 * DAY_MS);
    expect(ownLink.getUsable(LINK)).toBe(LINK);
  });

  it('is not left alone any longer by each answer that names it', () => {
    const { ownLink, age, get } = restLink();
    age(3 * DAY_MS);
    const before = get();
    ownLink.noteAnswer(LINK);
    expect(get()).toBe(before);
  });

  it('stays left alone after an answer without a link, as some wallets give it', () => {
    const { ownLink } = restLink();
    ownLink.noteAnswer(undefined);
    expect(ownLink.getUsable(LINK)).toBeUndefined();
  });

  it('is forgotten once the wallet names another one', () => {
    const { ownLink, get } = restLink();
    ownLink.noteAnswer(OTHER);
    expect(get()).toBeUndefined();
    expect(ownLink.getUsable(LINK)).toBe(LINK);
  });

  it.each([undefined, OTHER])('that reached nobody is used again if the wallet then names %s', (named) => {
    const { store, get } = createEntry('link');
    const { noteUnreached, noteAnswer, getUsable } = createOwnLink(store);
    noteUnreached(LINK);
    noteAnswer(named);
    expect(get()).toBeUndefined();
    expect(getUsable(LINK)).toBe(LINK);
  });

  it('leaves nothing in the store if no link has ever failed', () => {
    const { store, get } = createEntry('link');
    const { noteAnswer } = createOwnLink(store);
    noteAnswer(undefined);
    noteAnswer(LINK);
    expect(get()).toBeUndefined();
  });

  it.each(['', 'x', 'unreached', `unreached ${OTHER}`, `NaN ${LINK}`, ` ${LINK}`])(
    'is used although the store has %j',
    (text) => {
      const { store, set } = createEntry('link');
      set(text);
      expect(createOwnLink(store).getUsable(LINK)).toBe(LINK);
    },
  );

  it.each([
    ['keeps nothing', () => undefined],
    ['keeps something else', () => 'else'],
    [
      'throws',
      () => {
        throw new Error('blocked');
      },
    ],
  ])('is remembered by the page if the store %s, until it is forgotten', (_, get) => {
    const written = vi.fn();
    const { noteUnreached, noteAnswer, getUsable } = createOwnLink({ get, set: written, delete: get });
    noteUnreached(LINK);
    expect(written).toHaveBeenCalledWith('mobile-wallet-standard:link', `unreached ${LINK}`);
    expect(getUsable(LINK)).toBeUndefined();
    noteAnswer(LINK);
    expect(getUsable(LINK)).toBeUndefined();
    noteAnswer(OTHER);
    expect(getUsable(LINK)).toBe(LINK);
  });

  it('is read from the store again once that has kept something', () => {
    const { store, set } = createEntry('link');
    let isFull = true;
    const { noteUnreached, getUsable } = createOwnLink({
      ...store,
      set: (key, text) => (isFull ? undefined : store.set(key, text)),
    });
    noteUnreached(LINK);
    expect(getUsable(LINK)).toBeUndefined();
    isFull = false;
    noteUnreached(LINK);
    // As another tab writes it, after the wallet has named another link.
    set('');
    expect(getUsable(LINK)).toBe(LINK);
  });
});

describe('the choice of the relay', () => {
  const remote = { type: 'nostr', relays: ['relay.example', 'relay.invalid'] } as const;
  const NAME = 'relay.example,relay.invalid';

  /** Opens a page of a browser that reports the permission to connect to loopback. */
  function openPage(state: 'granted' | 'denied' | 'prompt') {
    vi.stubGlobal('location', { hostname: 'dapp.example' });
    const status = Object.assign(new EventTarget(), { state });
    vi.stubGlobal('navigator', { permissions: { query: async () => status } });
    return status;
  }

  it('is loopback until the relay is remembered', async () => {
    openPage('denied');
    const { store, set } = createEntry('relay');
    const choice = createRelayChoice(store, remote);
    expect(await choice.getFirstWay()).toBe('local');
    set('');
    expect(await choice.getFirstWay()).toBe('local');
  });

  it('counts for a day while the browser blocks loopback for reasons that it does not tell', async () => {
    openPage('granted');
    const { store, age, get } = createEntry('relay');
    const choice = createRelayChoice(store, remote);
    await choice.remember();
    expect(get()).toMatch(new RegExp(`^\\d+ ${NAME}$`));
    expect(await choice.getFirstWay()).toBe('relay');
    age(DAY_MS - MARGIN_MS);
    expect(await choice.getFirstWay()).toBe('relay');
    age(DAY_MS);
    expect(await choice.getFirstWay()).toBe('local');
  });

  it('counts while the permission is denied, and not a day longer', async () => {
    const status = openPage('denied');
    const { store, get, age } = createEntry('relay');
    const choice = createRelayChoice(store, remote);
    await choice.remember();
    expect(get()).toBe(`denied ${NAME}`);
    expect(await choice.getFirstWay()).toBe('relay');
    status.state = 'granted';
    expect(await choice.getFirstWay()).toBe('local');
    await choice.remember();
    age(2 * DAY_MS);
    status.state = 'denied';
    expect(await choice.getFirstWay()).toBe('relay');
  });

  it('is forgotten', async () => {
    openPage('denied');
    const { store, get } = createEntry('relay');
    const choice = createRelayChoice(store, remote);
    await choice.remember();
    choice.forget();
    expect(get()).toBeUndefined();
    expect(await choice.getFirstWay()).toBe('local');
  });

  it.each([
    ['other relays', { type: 'nostr', relays: ['relay.example'] }],
    ['a reflector', { type: 'reflector', host: 'reflector.example' }],
    ['none', undefined],
  ] as const)('is not that of a page which then names %s', async (_, next) => {
    openPage('denied');
    const { store } = createEntry('relay');
    await createRelayChoice(store, remote).remember();
    expect(await createRelayChoice(store, next).getFirstWay()).toBe('local');
    expect(await createRelayChoice(store, remote).getFirstWay()).toBe('relay');
  });

  it('knows a reflector by its host', async () => {
    openPage('denied');
    const { store, get } = createEntry('relay');
    const reflector = { type: 'reflector', host: 'reflector.example' } as const;
    await createRelayChoice(store, reflector).remember();
    expect(get()).toBe('denied reflector.example');
    expect(await createRelayChoice(store, { ...reflector, idleMs: 1 }).getFirstWay()).toBe('relay');
  });
});
