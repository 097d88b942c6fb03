import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as mock from '../../mock/src/index.js';
import type * as page from '../../mock/src/page.js';
import type * as playwright from '../../mock/src/playwright.js';
import type * as testing from '../../mock/src/testing.js';
import { REQUEST_METHODS } from '../../mock/src/wallet/faults/fault.js';
import { FAULT_NAMES } from '../../mock/src/wallet/faults/named-faults.js';
import { QUIRKS, type Quirk } from '../../mock/src/wallet/quirk-table.js';
import { DEFAULT_SETTINGS } from '../../mock/src/wallet/settings.js';
import type * as endpoint from '../../src/endpoint.js';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The names that a package exports, of all its imports. */
function getExports(name: string): ReadonlySet<string> {
  const imports = read('scripts/release/exports.txt').split('\n\n');
  const own = imports.filter((each) => each.split(/[ /]/, 1)[0] === name);
  return new Set(own.flatMap((each) => each.match(/(?<=^ {2}(?:type|value) +)\S+/gm) ?? []));
}

describe('a name that both packages export', () => {
  it('means the same, because the mock wallet passes on the library’s', () => {
    const passedOn = read('mock/src/index.ts').matchAll(/\{([^}]*)\} from 'mobile-wallet-standard/g);
    const names = [...passedOn].flatMap(([, list = '']) => list.match(/\b(?!type\b)\w+/g) ?? []);
    const library = getExports('mobile-wallet-standard');
    const both = [...getExports('mock-mobile-wallet')].filter((name) => library.has(name));
    expect(names.length).toBeGreaterThan(0);
    expect(both.sort()).toEqual(names.sort());
  });
});

describe('a text value of the mock wallet', () => {
  const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

  it('is in kebab-case, whatever a quirk, a setting or a fault is, except for methods of the wire', () => {
    const methods: readonly unknown[] = REQUEST_METHODS;
    const quirks = Object.values<Quirk>(QUIRKS).flatMap((quirk) =>
      'options' in quirk ? quirk.options.map(([value]) => value) : [],
    );
    const settings = [DEFAULT_SETTINGS.decide, DEFAULT_SETTINGS.protocol, DEFAULT_SETTINGS.phone];
    const texts = [...quirks, ...settings, ...FAULT_NAMES].filter((value) => typeof value === 'string');
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.filter((text) => !KEBAB.test(text) && !methods.includes(text))).toEqual([]);
  });
});

// The compiler checks these tests. Running them has no effect.
describe('types of the mock wallet', () => {
  it('that the library has under the same name', () => {
    expectTypeOf<mock.Association>().toEqualTypeOf<endpoint.Association>();
    expectTypeOf<mock.AssociationRequest>().toEqualTypeOf<endpoint.AssociationRequest>();
    expectTypeOf<mock.ChainIdentifier>().toEqualTypeOf<endpoint.ChainIdentifier>();
    expectTypeOf<mock.Channel>().toEqualTypeOf<endpoint.Channel>();
    expectTypeOf<mock.Identity>().toEqualTypeOf<endpoint.Identity>();
    expectTypeOf<mock.TransactionVersion>().toEqualTypeOf<endpoint.TransactionVersion>();
  });

  it('of the chain that a wallet signs for', () => {
    expectTypeOf<mock.MockWalletOptions['chain']>().toEqualTypeOf<mock.WalletChain | undefined>();
    expectTypeOf<Parameters<mock.WalletChain['sendTransaction']>>().toEqualTypeOf<
      [wire: Uint8Array, options?: mock.SendTransactionOptions | undefined]
    >();
    expectTypeOf<page.SvmChain>().toExtend<mock.WalletChain>();
  });

  it('of a decision: yes, no, or something else instead', () => {
    type Instead = Readonly<{ type: 'silence' }>;
    expectTypeOf<{ approved: true; accounts: string[]; afterMs: number }>().toExtend<mock.ApprovalDecision>();
    expectTypeOf<{ approved: false; afterMs: number }>().toExtend<mock.ApprovalDecision>();
    expectTypeOf<{ instead: mock.OtherAnswer; afterMs: number }>().toExtend<mock.ApprovalDecision>();
    // What would have no effect.
    expectTypeOf<{ approved: true; instead: Instead }>().not.toExtend<mock.ApprovalDecision>();
    expectTypeOf<{ approved: false; accounts: string[] }>().not.toExtend<mock.ApprovalDecision>();
    expectTypeOf<{ afterMs: number }>().not.toExtend<mock.ApprovalDecision>();
    // A function may decide by a condition.
    expectTypeOf<
      (request: mock.ApprovalRequest) => { approved: true } | { approved: false }
    >().toExtend<mock.Approve>();
  });

  it('of what a test sees of a phone', () => {
    expectTypeOf<testing.TestWallet['launches']>().toEqualTypeOf<readonly testing.LaunchEntry[]>();
    expectTypeOf<playwright.LaunchEntry>().toEqualTypeOf<testing.LaunchEntry>();
    expectTypeOf<mock.MockWalletSettings['phone']>().toEqualTypeOf<mock.PhoneKind>();
    expectTypeOf<mock.PhoneKind>().toEqualTypeOf<'android' | 'android-apps' | 'iphone'>();
  });
});
