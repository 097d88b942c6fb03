import fc from 'fast-check';
import { encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { expect, describe as group, it } from 'vitest';
import {
  ACCOUNT,
  createInstruction,
  ME,
  OTHER,
  PROGRAM,
  u16,
  u32,
  u64,
} from '../../../../test/support/instructions.js';
import { describeInstruction } from './describe-instruction.js';
import { readIdls } from './idl-programs.js';

const SYSTEM = '11111111111111111111111111111111';
const BID = [1, 2, 3, 4, 5, 6, 7, 8];
const key = (byte: number) => [...new Uint8Array(32).fill(byte)];
const text = (value: string) => [...u32(encodeUtf8(value).length), ...encodeUtf8(value)];

/** As Anchor 0.30 and later write it. */
const IDL = {
  address: PROGRAM,
  metadata: { name: 'my_auction', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'place_bid',
      discriminator: BID,
      accounts: [
        { name: 'bidder', signer: true, writable: true },
        { name: 'auction_house', accounts: [{ name: 'open_auction', writable: true }] },
        { name: 'referrer', optional: true },
      ],
      args: [
        { name: 'amount', type: 'u64' },
        { name: 'note', type: 'string' },
        { name: 'max_price', type: { option: 'i32' } },
        { name: 'on_behalf_of', type: 'pubkey' },
        { name: 'rounds', type: { vec: 'u16' } },
        { name: 'proof', type: 'bytes' },
        { name: 'mode', type: { defined: { name: 'Mode' } } },
        { name: 'kind', type: { defined: { name: 'Kind' } } },
        { name: 'is_final', type: 'bool' },
        { name: 'limits', type: { vec: { defined: { name: 'Limit' } } } },
      ],
    },
    { name: 'close', discriminator: [9, 9, 9, 9, 9, 9, 9, 9], accounts: [], args: [] },
  ],
  types: [
    { name: 'Mode', type: { kind: 'enum', variants: [{ name: 'Open' }, { name: 'Sealed' }] } },
    {
      name: 'Kind',
      type: {
        kind: 'enum',
        variants: [
          { name: 'Plain' },
          { name: 'Timed', fields: [{ name: 'until', type: 'i64' }] },
          { name: 'Pair', fields: ['u8', 'pubkey'] },
        ],
      },
    },
    {
      name: 'Limit',
      type: {
        kind: 'struct',
        fields: [
          { name: 'owner', type: 'pubkey' },
          { name: 'best_mode', type: { defined: { name: 'Mode' } } },
        ],
      },
    },
  ],
};
/** As Anchor 0.29 writes it. */
const OLD_IDL = {
  version: '0.1.0',
  name: 'my_auction',
  metadata: { address: PROGRAM },
  instructions: [
    {
      name: 'placeBid',
      accounts: [
        { name: 'bidder', isMut: true, isSigner: true },
        { name: 'house', accounts: [{ name: 'openAuction', isMut: true, isSigner: false }] },
      ],
      args: [
        { name: 'amount', type: 'u64' },
        { name: 'onBehalfOf', type: 'publicKey' },
      ],
    },
  ],
};
/** The first eight bytes of the SHA-256 of `global:place_bid`. */
const OLD_BID = [0xee, 0x4d, 0x94, 0x5b, 0xc8, 0x97, 0x5c, 0x92];
const CODAMA_IDL = {
  kind: 'rootNode',
  standard: 'codama',
  version: '1.5.0',
  program: {
    kind: 'programNode',
    name: 'counter',
    publicKey: PROGRAM,
    version: '1.0.0',
    instructions: [
      {
        kind: 'instructionNode',
        name: 'countUp',
        optionalAccountStrategy: 'programId',
        accounts: [
          {
            kind: 'instructionAccountNode',
            name: 'counter',
            isWritable: true,
            isSigner: false,
            isOptional: false,
          },
        ],
        arguments: [
          {
            kind: 'instructionArgumentNode',
            name: 'discriminator',
            defaultValueStrategy: 'omitted',
            type: { kind: 'numberTypeNode', format: 'u8', endian: 'le' },
            defaultValue: { kind: 'numberValueNode', number: 7 },
          },
          {
            kind: 'instructionArgumentNode',
            name: 'steps',
            type: { kind: 'numberTypeNode', format: 'u16', endian: 'le' },
          },
        ],
        discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }],
      },
    ],
  },
};

const [COUNT_UP] = CODAMA_IDL.program.instructions;
/** Returns the IDL of Codama with a changed instruction; `type` is the number format of its argument. */
const withInstruction = ({ type = 'u16', ...changes }: Readonly<Record<string, unknown>>) => ({
  ...CODAMA_IDL,
  program: {
    ...CODAMA_IDL.program,
    instructions: [
      {
        ...COUNT_UP,
        arguments: COUNT_UP?.arguments.map((each) =>
          each.name === 'steps' ? { ...each, type: { ...each.type, format: type } } : each,
        ),
        ...changes,
      },
    ],
  },
});

const read = async (
  idl: unknown,
  accounts: readonly string[],
  data: Iterable<number>,
  program: string = PROGRAM,
) => {
  const {
    accounts: metas = [],
    data: bytes = new Uint8Array(),
    programAddress,
  } = createInstruction(program, accounts, data);
  return describeInstruction(
    { programAddress, accounts: metas.map(({ address, role }) => ({ address, role })), data: bytes },
    await readIdls([idl]),
  );
};
const bid = [
  ...BID,
  ...u64(1_500_000n),
  ...text('Hi “you”\u202e'),
  ...[1, ...u32(2 ** 32 - 5)],
  ...key(1),
  ...[...u32(2), ...u16(1_000), ...u16(2)],
  ...[...u32(3), 0xde, 0xad, 0],
  1,
  ...[1, ...u64(99n)],
  1,
  ...[...u32(1), ...key(5), 1],
];

group('an instruction of a program with an IDL', () => {
  it('is described by its name, its arguments and its accounts', async () => {
    expect(await read(IDL, [ME, ACCOUNT], bid)).toEqual({
      programName: 'My auction',
      text: 'Place bid',
      fields: [
        ['Amount', '1,500,000'],
        ['Note', '“Hi “you”<U+202E>”'],
        ['Max price', '-5'],
        ['On behalf of', ME],
        ['Rounds', '[1,000, 2]'],
        ['Proof', '0xdead00'],
        ['Mode', 'sealed'],
        ['Kind', 'Timed { until: 99 }'],
        ['Is final', 'yes'],
        ['Limits', `[{ owner: ${OTHER}, bestMode: sealed }]`],
      ],
      accountNames: ['Bidder', 'Open auction'],
    });
  });

  it('is described by an IDL of Anchor 0.29, too, and by one of Codama', async () => {
    const described = {
      programName: 'My auction',
      text: 'Place bid',
      fields: [
        ['Amount', '7'],
        ['On behalf of', ME],
      ],
      accountNames: ['Bidder', 'Open auction'],
    };
    const data = [...OLD_BID, ...u64(7n), ...key(1)];
    expect(await read(OLD_IDL, [ME, ACCOUNT, OTHER], data)).toEqual(described);
    const { metadata: _, ...undeployed } = OLD_IDL;
    expect(await read({ ...undeployed, address: PROGRAM }, [ME, ACCOUNT], data)).toEqual(described);
    expect(await read(CODAMA_IDL, [ACCOUNT], [7, ...u16(500)])).toEqual({
      programName: 'Counter',
      text: 'Count up',
      fields: [['Steps', '500']],
      accountNames: ['Counter'],
    });
  });

  it('is described without arguments and accounts, if it has none', async () => {
    expect(await read(IDL, [], new Uint8Array(8).fill(9))).toEqual({
      programName: 'My auction',
      text: 'Close',
      fields: [],
      accountNames: [],
    });
  });

  it('is shown as bytes, with its program’s name and a warning, if the IDL does not name it', async () => {
    expect(await read(IDL, [], [1, 2])).toEqual({
      programName: 'My auction',
      text: '0x0102',
      warnings: [
        {
          code: 'unnamed-instruction',
          level: 'caution',
          text: 'The IDL of My auction does not name one of its instructions, so the wallet cannot say what it does.',
        },
      ],
    });
    expect(await read(IDL, [], [1], OTHER)).toEqual({ text: '0x01' });
  });

  it('is shown as bytes and says why, if the IDL does not fit it', async () => {
    const { text, warnings } = await read(IDL, [ME], bid.slice(0, -1));
    expect(text).toMatch(/^0x0102/);
    expect(warnings).toMatchObject([{ code: 'unread-instruction', level: 'caution' }]);
    expect(warnings?.[0]?.text).toMatch(/^The IDL of My auction does not fit one of its instructions: .+/);
    const unreadable = withInstruction({ type: 'u7' });
    expect((await read(unreadable, [], [7, 1])).warnings).toMatchObject([{ code: 'unread-instruction' }]);
    // It does not fit only an instruction that the IDL has.
    expect((await read(unreadable, [], [8])).warnings).toMatchObject([{ code: 'unnamed-instruction' }]);
  });

  it('cannot change what the wallet says of a program that it knows', async () => {
    const idl = { ...IDL, address: SYSTEM };
    expect(await read(idl, [ME, OTHER], [...u32(2), ...u64(5n)], SYSTEM)).toMatchObject({
      programName: 'System',
      text: expect.stringContaining('Transfer'),
    });
  });

  it('cuts long values', async () => {
    const idl = {
      ...IDL,
      instructions: [
        {
          name: 'long',
          discriminator: BID,
          accounts: [],
          args: [
            { name: 'list', type: { vec: 'u8' } },
            { name: 'numbers', type: { vec: 'u16' } },
            { name: 'note', type: 'string' },
          ],
        },
      ],
    };
    const numbers = [...u32(1_000), ...new Uint8Array(2_000)];
    const { fields = [] } = await read(
      idl,
      [],
      [...BID, ...u32(600), ...new Uint8Array(600), ...numbers, ...text('a'.repeat(5_000))],
    );
    expect(fields.map(([, value]) => value.length).every((length) => length <= 401)).toBe(true);
    expect(fields[1]?.[1]).toBe(`[${Array(20).fill('0').join(', ')}, … (1,000)]`);
  });

  it('never throws, whatever its bytes are', async () => {
    const idls = await readIdls([IDL]);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.constantFrom(ME, OTHER)),
        fc.boolean(),
        (bytes, accounts, isBid) => {
          const data = isBid ? [...BID, ...bytes] : bytes;
          const { accounts: metas = [], programAddress } = createInstruction(PROGRAM, accounts, []);
          const read = metas.map(({ address, role }) => ({ address, role }));
          const { text } = describeInstruction(
            { programAddress, accounts: read, data: Uint8Array.from(data) },
            idls,
          );
          expect(text).not.toBe('');
        },
      ),
    );
  });
});

group('reading IDLs', () => {
  it('loads nothing if there is none', async () => {
    const load = () => Promise.reject(new Error('It loads'));
    expect(await readIdls([], load)).toEqual(new Map());
  });

  it('says what to install if the packages are missing', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(readIdls([IDL], () => Promise.reject(missing))).rejects.toThrow(
      'To read IDLs, install two packages: npm install --save-dev @codama/nodes-from-anchor @codama/dynamic-parsers',
    );
  });

  it.each([
    ['null', null],
    ['a text', '{}'],
    ['an empty object', {}],
    ['a list', [IDL]],
    ['a number', 7],
    ['a malformed IDL', { ...OLD_IDL, name: undefined, instructions: 7 }],
    ['a root without a program', { kind: 'rootNode' }],
  ])('refuses %s', async (_, idl) => {
    await expect(readIdls([IDL, idl])).rejects.toThrow(
      new TypeError('`idls[1]` is not an IDL of Anchor or Codama'),
    );
  });

  it.each([
    [
      'a type that its reader does not know',
      { ...IDL, types: [{ name: 'Odd', type: 'u7' }] },
      'my_auction',
      'Unrecognized Anchor IDL type',
    ],
    [
      'a discriminator that its parser cannot compare',
      withInstruction({ discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'tag', offset: 0 }] }),
      'counter',
      'Could not find discriminator field [tag]',
    ],
    ['an instruction that is none', withInstruction({ arguments: 7 }), 'counter', ''],
  ])('refuses one with %s, by its name and with the reason', async (_, idl, name, reason) => {
    const refusal = await readIdls([IDL, idl]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TypeError);
    expect(String(refusal)).toContain(`TypeError: \`idls[1]\` (${name}) cannot be read: ${reason}`);
  });

  it('refuses an IDL that names no program address', async () => {
    const { metadata: _, ...old } = OLD_IDL;
    const { address: __, ...idl } = IDL;
    for (const each of [old, idl, { ...idl, address: 'my_auction' }]) {
      await expect(readIdls([each])).rejects.toThrow(
        new TypeError('`idls[0]` (my_auction) names no program address: add it to the IDL as `address`'),
      );
    }
  });
});
