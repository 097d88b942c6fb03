import { describe, expect, it } from 'vitest';
import { assertWalletApps, createWalletApps, type MockWalletApp, readAppChoice } from './wallet-apps.js';

const DATA = '/v1/associate/local?association=AbC-_&port=50000';
const URI = `solana-wallet:${DATA}`;
const ONE = { name: 'One', androidPackage: 'com.example.one' };
const TWO = { name: 'Two', androidPackage: 'com.example.two' };
const BROKEN = { name: 'Broken', androidPackage: 'com.example.broken', state: 'silent' as const };
const LIST: readonly MockWalletApp[] = [ONE, TWO, BROKEN];

const create = (list = LIST, hasSeveral = true) => createWalletApps(list, () => hasSeveral);
const intent = (androidPackage: string) =>
  `intent:${DATA}#Intent;scheme=solana-wallet;package=${androidPackage};end`;
const works = (app: MockWalletApp) => ({ ...app, state: app.state ?? 'works' });
const opens = (app: MockWalletApp) => ({ type: 'app', uri: URI, app: works(app) });

describe('createWalletApps', () => {
  it('asks which app opens the common scheme', () => {
    expect(create().find(URI)).toEqual({ type: 'chooser', apps: LIST.map(works) });
    expect(create().find(`intent:${DATA}#Intent;scheme=solana-wallet;end`).type).toBe('chooser');
  });

  it('opens what the user has chosen, and asks again', () => {
    const apps = create();
    expect(apps.find(URI, { androidPackage: TWO.androidPackage, isAlways: false })).toEqual(opens(TWO));
    expect(apps.find(URI).type).toBe('chooser');
    expect(apps.getDefault()).toBeUndefined();
  });

  it('opens what the user has chosen for always, also if it never answers, until that is cleared', () => {
    const apps = create();
    apps.find(URI, { androidPackage: BROKEN.androidPackage, isAlways: true });
    expect(apps.find(URI)).toEqual(opens(BROKEN));
    expect(apps.getDefault()).toBe(BROKEN.androidPackage);
    apps.clearDefault();
    expect(apps.find(URI).type).toBe('chooser');
  });

  it('opens the app of a package, whatever opens always', () => {
    const apps = create();
    apps.find(URI, { androidPackage: ONE.androidPackage, isAlways: true });
    expect(apps.find(intent(TWO.androidPackage))).toEqual(opens(TWO));
    expect(apps.getDefault()).toBe(ONE.androidPackage);
  });

  it('opens the store for a package that is not there', () => {
    const apps = create();
    expect(apps.find(intent('app.other'))).toEqual({ type: 'store', androidPackage: 'app.other' });
    apps.setState(TWO.androidPackage, 'missing');
    expect(apps.find(intent(TWO.androidPackage)).type).toBe('store');
    apps.setState(TWO.androidPackage, 'works');
    expect(apps.find(intent(TWO.androidPackage))).toEqual(opens(TWO));
  });

  it('forgets what opens always when that app is removed, and asks only if there are two', () => {
    const apps = create();
    apps.find(URI, { androidPackage: TWO.androidPackage, isAlways: true });
    apps.setState(TWO.androidPackage, 'missing');
    expect(apps.find(URI)).toEqual({ type: 'chooser', apps: [works(ONE), works(BROKEN)] });
    apps.setState(TWO.androidPackage, 'works');
    expect(apps.find(URI).type).toBe('chooser');
    apps.setState(TWO.androidPackage, 'missing');
    apps.setState(BROKEN.androidPackage, 'missing');
    expect(apps.find(URI)).toEqual(opens(ONE));
    apps.setState(ONE.androidPackage, 'missing');
    expect(apps.find(URI)).toEqual({ type: 'nothing' });
  });

  it("opens a link of a wallet's own in the first app, and asks nothing", () => {
    const link = `https://wallet.example${DATA}`;
    expect(create().find(link)).toEqual({ type: 'app', uri: link, app: works(ONE) });
  });

  it('has one app, which works, on a phone that has not several', () => {
    const apps = create([{ ...ONE, state: 'silent' }, TWO], false);
    expect(apps.find(URI)).toEqual(opens(ONE));
    expect(apps.find(intent(ONE.androidPackage))).toEqual(opens(ONE));
    expect(apps.find(intent(TWO.androidPackage)).type).toBe('store');
  });

  it('has the same memory in another phone, until it is reset', () => {
    const before = create();
    before.find(URI, { androidPackage: TWO.androidPackage, isAlways: true });
    before.setState(ONE.androidPackage, 'silent');
    const apps = createWalletApps(LIST, () => true, before.getMemory());
    expect(apps.getDefault()).toBe(TWO.androidPackage);
    expect(apps.getApps()[0]?.state).toBe('silent');
    const without = createWalletApps([ONE, BROKEN], () => true, before.getMemory());
    expect(without.getDefault()).toBeUndefined();
    apps.reset();
    expect(apps.getMemory()).toEqual({ states: {} });
    expect(apps.getApps()).toEqual(LIST.map(works));
  });

  it('refuses a choice that is not among the apps, and an address that Android refuses', () => {
    const choice = { androidPackage: 'app.other', isAlways: true };
    const apps = create();
    expect(() => apps.find(URI, choice)).toThrow(RangeError);
    expect(apps.getDefault()).toBeUndefined();
    expect(() => apps.setState('app.other', 'works')).toThrow(RangeError);
    expect(() => apps.find(`intent:${DATA}#Intent;scheme=solana-wallet`)).toThrow(SyntaxError);
  });
});

describe('assertWalletApps', () => {
  it.each([
    ['no app', [], '`walletApps` must have an app'],
    ['no list', {}, '`walletApps` must be an array'],
    ['an empty name', [{ ...ONE, name: '' }], '`walletApps.0.name` must not be empty'],
    ['no package', [{ name: 'One' }], '`walletApps.0.androidPackage` is missing'],
    ['a path', [{ name: 'One', androidPackage: '../a.b' }], 'must be the name of an Android package'],
    ['one word', [{ name: 'One', androidPackage: 'phantom' }], 'must be the name of an Android package'],
    ['an unknown state', [{ ...ONE, state: 'broken' }], '`walletApps.0.state` must be one of'],
    ['a package twice', [ONE, { ...TWO, androidPackage: ONE.androidPackage }], 'has a package twice'],
  ])('refuses %s', (_, list, message) => {
    expect(() => assertWalletApps(list)).toThrow(TypeError);
    expect(() => assertWalletApps(list)).toThrow(message);
  });
});

describe('readAppChoice', () => {
  it('takes an answer to the chooser, and nothing else', () => {
    const choice = { androidPackage: 'a.b', isAlways: true };
    expect(readAppChoice(choice)).toEqual(choice);
    for (const wrong of [null, 'a.b', { androidPackage: 'a.b' }, { ...choice, isAlways: 1 }]) {
      expect(() => readAppChoice(wrong)).toThrow(TypeError);
    }
  });
});
