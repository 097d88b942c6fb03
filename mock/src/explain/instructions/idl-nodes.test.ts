import { type Node, REGISTERED_NODE_KINDS } from '@codama/nodes';
import { expect, expectTypeOf, describe as group, it, vi } from 'vitest';
import {
  ANCHOR_IDL,
  EVERY_NODE,
  EVERY_TYPE_DATA,
  EVERY_VALUE_DATA,
  NEWER_KINDS,
  OLD_ANCHOR_IDL,
} from '../../../../test/support/idl-fixtures.js';
import { ME, PROGRAM, u64 } from '../../../../test/support/instructions.js';
import { describeInstruction } from './describe-instruction.js';
import type { NODE_LISTS } from './idl-nodes.js';
import { readIdls } from './idl-programs.js';

const describeBy = async (idl: unknown, data: Iterable<number>, accounts: readonly string[] = []) =>
  describeInstruction(
    {
      programAddress: PROGRAM,
      accounts: accounts.map((address) => ({ address, role: 0 })) as never,
      data: Uint8Array.from(data),
    },
    await readIdls([idl]),
  );
/** The first eight bytes of the SHA-256 of `global:open` and so on. */
const OLD_DISCRIMINATORS = {
  open: [228, 220, 155, 71, 199, 189, 60, 45],
  configure: [245, 7, 108, 117, 95, 196, 54, 217],
  close: [98, 165, 201, 177, 108, 65, 206, 96],
};
const bytes = (byte: number, length = 8) => Array<number>(length).fill(byte);

/** The lists that a node must have. */
type ListsOf<N> = keyof {
  [K in keyof N as undefined extends N[K] ? never : N[K] extends readonly unknown[] ? K : never]: never;
};
type Expected = { [N in Node as [ListsOf<N>] extends [never] ? never : N['kind']]: ListsOf<N> };
type Actual = { -readonly [K in keyof typeof NODE_LISTS]: (typeof NODE_LISTS)[K][number] };

group('the lists that an IDL may leave out', () => {
  it('are all that the types of the parser’s nodes require', () => {
    expectTypeOf<Actual>().toEqualTypeOf<Expected>();
  });

  it('are tried with nodes of every kind', () => {
    const kinds = [...JSON.stringify(EVERY_NODE).matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind);
    expect(new Set(kinds)).toEqual(new Set([...REGISTERED_NODE_KINDS, ...NEWER_KINDS]));
  });
});

group('an IDL with nodes of every kind', () => {
  it('names its instructions, and every type of argument', async () => {
    expect(await describeBy(EVERY_NODE, EVERY_TYPE_DATA)).toEqual({
      programName: 'Every node',
      text: 'Every type',
      fields: [
        ['Price', '1.5 USDC'],
        ['Share', '12.34'],
        ['Lamports', '0.25 SOL'],
        ['Until', '2026-11-26T12:00:00.000Z'],
        ['Pair', '[1, 2]'],
        ['List', '[open]'],
        ['Is final', 'yes'],
        ['Proof', '0xdead'],
        ['Mode', 'sealed'],
        ['Kind', 'Timed { until: 99 }'],
        ['Both', 'Pair [7, open]'],
        ['Plain', 'Plain'],
        ['Ratio', '0.5'],
        ['Owner', ME],
        ['Name', '“hi”'],
        ['Magic', 'sealed'],
        ['Bare magic', 'open'],
        ['Ending', 'sealed'],
        ['Bare ending', 'open'],
        ['Padded', 'sealed'],
        ['Shifted', 'open'],
        ['Ended', '“ok”'],
        ['Perhaps', 'sealed'],
        ['Zero', 'none'],
        ['Marked', 'none'],
        ['Tuple', '[open, 3]'],
        ['Empty tuple', '[]'],
        ['Struct', '{ mode: sealed }'],
        ['Empty struct', '{  }'],
        ['Set', '[sealed]'],
        ['Map', '{ 5: sealed }'],
        ['Rest', 'open'],
      ],
      accountNames: [],
    });
  });

  it('tells instructions apart by every kind of discriminator', async () => {
    expect(await describeBy(EVERY_NODE, EVERY_VALUE_DATA, [ME])).toMatchObject({
      text: 'Every value',
      accountNames: ['Vault'],
    });
    expect((await describeBy(EVERY_NODE, bytes(0, 77))).text).toBe('Sized');
  });

  it('names the same if empty lists are left out', async () => {
    const bare: unknown = JSON.parse(JSON.stringify(EVERY_NODE), (_, value) =>
      Array.isArray(value) && value.length === 0 ? undefined : value,
    );
    expect(bare).not.toEqual(EVERY_NODE);
    for (const data of [EVERY_TYPE_DATA, EVERY_VALUE_DATA, bytes(0, 77)]) {
      expect(await describeBy(bare, data)).toEqual(await describeBy(EVERY_NODE, data));
    }
  });
});

group('an IDL of Anchor', () => {
  it.each([
    ['0.30 and later', ANCHOR_IDL, { open: bytes(1), configure: bytes(2), close: bytes(9) }],
    ['0.29', OLD_ANCHOR_IDL, OLD_DISCRIMINATORS],
  ])('of version %s names all instructions, whatever else it has', async (_, idl, starts) => {
    const noise = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    expect(await describeBy(idl, [...starts.open, ...u64(7n)], [ME])).toEqual({
      programName: 'Shop',
      text: 'Open',
      fields: [['Price', '7']],
      accountNames: ['Config'],
    });
    expect((await describeBy(idl, starts.close)).text).toBe('Close');
    expect(await describeBy(idl, [...starts.configure, 1, 1])).toMatchObject({
      text: 'Configure',
      fields: [['Config', '{ isOpen: yes }']],
    });
    for (const spy of noise) expect(spy).not.toHaveBeenCalled();
  });
});
