import { setTimeout as delay } from 'node:timers/promises';
import { createChannelPair, parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { describe, expect } from 'vitest';
import type { MobileWalletOptions } from '../../src/index.js';
import { MobileWalletError } from '../../src/util/errors.js';
import { getTokens } from '../../src/wallet/grant/grant.js';
import { APPS, type App, getGrant, type Page, setUpApps } from '../support/apps.js';
import { createTabs } from '../support/tabs.js';
import { BINDING_CALL_NAMES, BINDING_CALLS } from './binding-calls.js';
import { type BindingStory, bindingStories, createPick } from './binding-stories.js';
import { fuzz, settle } from './fuzz.js';

// Three wallet apps that die and revive, and up to three pages over one store: nothing of one app may ever be
// in a request to another.

/** Sets up the apps and the pages, which the user's answers drive as drawn. */
async function setUp(drawn: BindingStory) {
  const { approvals, store, chooseApp, idleMs, dialogs } = drawn;
  const nextApprovals = [...approvals];
  const pick = createPick(drawn);
  const approve = async () => ({ approved: nextApprovals.shift() ?? true });
  const opened = new Map<string, Readonly<{ app: App; uri: string }>>();
  const setup = await setUpApps({
    wallets: {
      'app.first': { approve, walletUriBase: 'https://first.example' },
      'app.second': { approve, walletUriBase: 'https://second.example' },
      'app.third': { approve },
    },
    async launch(uri, { app }) {
      const name = (app?.androidPackage as App | undefined) ?? 'app.first';
      expect(uri.startsWith('https://second.') || (app && uri.startsWith('https:'))).toBeFalsy();
      if (setup.dead.has(name)) throw new MobileWalletError('WALLET_NOT_FOUND', 'dead');
      opened.set(new URL(uri).searchParams.get('port') ?? '', { app: name, uri });
    },
    async dial(url) {
      const { app, uri } = opened.get(new URL(url).port) ?? { app: 'app.first', uri: '' };
      const [dapp, wallet] = createChannelPair();
      void setup.phones[app].wallet.attach(wallet, parseAssociationUri(uri)).catch(() => {});
      return dapp;
    },
    dialogs: {
      waiting() {},
      notFound: async ({ choices }) => pick(choices),
      chooseApp: async ({ apps, choices }) => pick([...apps.map(({ id }) => id), ...choices]),
    },
  });
  const entries = store === 'localStorage' ? createTabs().entries : new Map<string, string>();
  const shared = store === 'localStorage' ? undefined : createStore(entries);
  const load = (page: number): Page => {
    const options: Partial<MobileWalletOptions> = { store: shared, chooseApp, idleMs };
    return setup.load(dialogs !== 'all' && page === 2 ? { ...options, dialogs: false } : options);
  };
  return { ...setup, entries, load };
}

const createStore = (entries: Map<string, string>) => ({
  get: (key: string) => entries.get(key) ?? null,
  set: (key: string, value: string) => void entries.set(key, value),
  delete: (key: string) => void entries.delete(key),
});

describe('what one wallet app gave', () => {
  fuzz(
    'is in no request to another, whatever dies, and whoever calls',
    1,
    bindingStories,
    {
      call: [BINDING_CALL_NAMES, ({ steps }) => steps.map(({ call }) => call)],
      store: [['localStorage', 'of the dapp'], ({ store }) => [store]],
      dialogs: [['all', 'none in the last page'], ({ dialogs }) => [dialogs]],
      chooseApp: [[true, false], ({ chooseApp }) => [chooseApp]],
      reload: [[true, false], ({ steps }) => steps.map(({ isReload }) => isReload)],
    },
    async (drawn) => {
      const { entries, load, dead, phones, getAddress } = await setUp(drawn);
      const pages = [load(0), load(1), load(2)];
      const calls: Promise<unknown>[] = [];
      /** Which app has issued a token. */
      const issuers = new Map<string, string>();
      const noteTokens = (): void => {
        const grant = getGrant({ store: { entries } });
        if (!grant) return;
        const app = (grant.androidPackage ?? 'app.first') as App;
        for (const token of getTokens(grant)) {
          expect(issuers.get(token) ?? app).toBe(app);
          issuers.set(token, app);
        }
        for (const { address } of grant.accounts) expect(address).toBe(getAddress(app));
      };
      for (const { page, call, turned, isReload, pause } of drawn.steps) {
        if (turned && !dead.delete(turned)) dead.add(turned);
        if (isReload) pages[page] = load(page);
        const calling = settle(Promise.resolve(BINDING_CALLS[call]((pages[page] as Page).wallet)));
        calls.push(calling);
        await (pause === null ? calling : delay(pause));
        noteTokens();
      }
      await Promise.all(calls);
      noteTokens();
      for (const { disconnect } of pages) await disconnect();
      for (const app of APPS) {
        const sent = JSON.stringify(phones[app].requests);
        for (const [token, issuer] of issuers) if (issuer !== app) expect(sent).not.toContain(token);
        for (const other of APPS) {
          if (other === app) continue;
          const { address = '', publicKey = new Uint8Array() } = phones[other].wallet.accounts[0] ?? {};
          expect(sent).not.toContain(address);
          expect(sent).not.toContain(Buffer.from(publicKey).toString('base64'));
        }
      }
    },
  );
});
