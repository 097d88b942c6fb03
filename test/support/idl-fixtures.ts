import { ME, OTHER, PROGRAM, u16, u32, u64 } from './instructions.js';

// IDLs that have every kind of node, and every list empty once, because the packages that read IDLs differ in
// which lists they leave out when they are empty.

type Fields = Readonly<Record<string, unknown>>;

const node = (kind: string, fields: Fields = {}) => ({ kind: `${kind}Node`, ...fields });
const number = (format: string) => node('numberType', { format, endian: 'le' });
const [u8Type, u32Type, u64Type] = [number('u8'), number('u32'), number('u64')];
const counted = node('prefixedCount', { prefix: u32Type });
const link = (name: string) => node('definedTypeLink', { name });
const mode = link('mode');
const utf8 = node('stringType', { encoding: 'utf8' });
const hex = (data: string) => node('bytesValue', { data, encoding: 'base16' });
const constant = (data: string) =>
  node('constantValue', {
    type: node('fixedSizeType', { size: 1, type: node('bytesType') }),
    value: hex(data),
  });
const field = (name: string, type: Fields) => node('structFieldType', { name, type });
const argument = (name: string, type: Fields, more: Fields = {}) =>
  node('instructionArgument', { name, type, ...more });
const start = (value: number) =>
  argument('discriminator', u8Type, {
    defaultValueStrategy: 'omitted',
    defaultValue: node('numberValue', { number: value }),
  });
const byField = [node('fieldDiscriminator', { name: 'discriminator', offset: 0 })];
const struct = node('structType', { fields: [field('mode', mode)] });
const tuple = node('tupleType', { items: [u8Type, mode] });
const variant = (name: string) => node('enumEmptyVariantType', { name });
const [open, sealed] = [0, 1];

/** Each argument with its type, and the bytes of a value. */
const ARGUMENTS: readonly (readonly [name: string, type: Fields, data: readonly number[]])[] = [
  ['price', node('amountType', { decimals: 6, unit: 'USDC', number: u64Type }), u64(1_500_000n)],
  ['share', node('amountType', { decimals: 2, number: number('u16') }), u16(1_234)],
  ['lamports', node('solAmountType', { number: u64Type }), u64(250_000_000n)],
  ['until', node('dateTimeType', { number: number('i64') }), u64(1_795_694_400n)],
  ['pair', node('arrayType', { item: u8Type, count: node('fixedCount', { value: 2 }) }), [1, 2]],
  ['list', node('arrayType', { item: mode, count: counted }), [...u32(1), open]],
  ['isFinal', node('booleanType', { size: u8Type }), [1]],
  ['proof', node('sizePrefixType', { prefix: u32Type, type: node('bytesType') }), [...u32(2), 0xde, 0xad]],
  ['mode', mode, [sealed]],
  ['kind', link('kind'), [1, ...u64(99n)]],
  ['both', link('kind'), [2, 7, open]],
  ['plain', link('kind'), [0]],
  ['ratio', number('f32'), [...new Uint8Array(Float32Array.of(0.5).buffer)]],
  ['owner', node('publicKeyType'), [...new Uint8Array(32).fill(1)]],
  ['name', node('fixedSizeType', { size: 2, type: utf8 }), [...'hi'].map((letter) => letter.charCodeAt(0))],
  ['magic', node('hiddenPrefixType', { type: mode, prefix: [constant('aa')] }), [0xaa, sealed]],
  ['bareMagic', node('hiddenPrefixType', { type: mode, prefix: [] }), [open]],
  ['ending', node('hiddenSuffixType', { type: mode, suffix: [constant('bb')] }), [sealed, 0xbb]],
  ['bareEnding', node('hiddenSuffixType', { type: mode, suffix: [] }), [open]],
  ['padded', node('preOffsetType', { type: mode, offset: 2, strategy: 'padded' }), [0, 0, sealed]],
  ['shifted', node('postOffsetType', { type: mode, offset: 1, strategy: 'relative' }), [open, 0]],
  ['ended', node('sentinelType', { type: utf8, sentinel: constant('00') }), [0x6f, 0x6b, 0]],
  ['perhaps', node('optionType', { item: mode, prefix: u8Type, fixed: false }), [1, sealed]],
  ['zero', node('zeroableOptionType', { item: u8Type }), [0]],
  ['marked', node('zeroableOptionType', { item: u8Type, zeroValue: constant('ff') }), [0xff]],
  ['tuple', node('tupleType', { items: [mode, u8Type] }), [open, 3]],
  ['emptyTuple', node('tupleType', { items: [] }), []],
  ['struct', struct, [sealed]],
  ['emptyStruct', node('structType', { fields: [] }), []],
  ['set', node('setType', { item: mode, count: counted }), [...u32(1), sealed]],
  ['map', node('mapType', { key: u8Type, value: mode, count: counted }), [...u32(1), 5, sealed]],
  ['rest', node('remainderOptionType', { item: mode }), [open]],
];

const entry = node('mapEntryValue', { key: node('numberValue', { number: 5 }), value: hex('01') });
const structValue = node('structValue', {
  fields: [node('structFieldValue', { name: 'mode', value: hex('01') })],
});
const [config, owner] = [node('accountValue', { name: 'vault' }), node('argumentValue', { name: 'owner' })];

/** Values that an IDL gives to arguments and accounts that a client leaves out. */
const VALUES: readonly Fields[] = [
  node('arrayValue', { items: [hex('01')] }),
  node('arrayValue', { items: [] }),
  node('booleanValue', { boolean: true }),
  constant('01'),
  node('enumValue', { enum: link('kind'), variant: 'timed', value: structValue }),
  node('mapValue', { entries: [entry] }),
  node('mapValue', { entries: [] }),
  node('noneValue'),
  node('publicKeyValue', { publicKey: ME }),
  node('setValue', { items: [hex('01')] }),
  node('setValue', { items: [] }),
  node('someValue', { value: hex('01') }),
  node('stringValue', { string: 'hi' }),
  node('structValue', { fields: [] }),
  node('tupleValue', { items: [hex('01')] }),
  node('tupleValue', { items: [] }),
  node('accountBumpValue', { name: 'vault' }),
  node('accountFieldValue', { account: 'vault', path: 'owner' }),
  node('identityValue'),
  node('injectedValue', { name: 'owner' }),
  node('payerValue'),
  node('programIdValue'),
  node('resolverValue', { name: 'resolveOwner', dependsOn: [config, owner] }),
  node('conditionalValue', {
    condition: owner,
    value: hex('01'),
    ifTrue: config,
    ifFalse: node('payerValue'),
  }),
  node('pdaValue', { pda: node('pdaLink', { name: 'config' }), seeds: [] }),
  node('pdaValue', {
    pda: node('pdaLink', { name: 'config', program: node('programLink', { name: 'everyNode' }) }),
    seeds: [node('pdaSeedValue', { name: 'owner', value: owner })],
  }),
  node('pdaValue', { pda: node('pda', { name: 'inline', seeds: [] }), seeds: [] }),
];

const every = node('instructionLink', { name: 'everyType' });

/** A root of Codama with nodes of every kind. Each list that may be empty is empty in one of them. */
export const EVERY_NODE = node('root', {
  standard: 'codama',
  version: '1.9.2',
  additionalPrograms: [
    node('program', {
      name: 'other',
      publicKey: OTHER,
      version: '0.0.0',
      accounts: [],
      instructions: [],
      definedTypes: [],
      pdas: [],
      errors: [],
    }),
  ],
  program: node('program', {
    name: 'everyNode',
    publicKey: PROGRAM,
    version: '0.0.0',
    accounts: [
      node('account', {
        name: 'vault',
        data: struct,
        pda: node('pdaLink', { name: 'config' }),
        discriminators: [node('sizeDiscriminator', { size: 1 })],
      }),
    ],
    events: [node('event', { name: 'opened', data: struct })],
    constants: [node('constant', { name: 'most', type: u8Type, value: node('numberValue', { number: 9 }) })],
    plugins: [node('plugin', { name: 'extra' })],
    errors: [node('error', { name: 'late', code: 1, message: 'Too late' })],
    pdas: [
      node('pda', { name: 'empty', seeds: [] }),
      node('pda', {
        name: 'config',
        seeds: [
          node('constantPdaSeed', { type: node('bytesType'), value: hex('01') }),
          node('variablePdaSeed', { name: 'owner', type: node('publicKeyType') }),
        ],
      }),
    ],
    definedTypes: [
      node('definedType', {
        name: 'mode',
        type: node('enumType', { size: u8Type, variants: [variant('open'), variant('sealed')] }),
      }),
      node('definedType', {
        name: 'kind',
        type: node('enumType', {
          size: u8Type,
          variants: [
            variant('plain'),
            node('enumStructVariantType', {
              name: 'timed',
              struct: node('structType', { fields: [field('until', u64Type)] }),
            }),
            node('enumTupleVariantType', { name: 'pair', tuple }),
          ],
        }),
      }),
      node('definedType', { name: 'never', type: node('enumType', { size: u8Type, variants: [] }) }),
      node('definedType', {
        name: 'all',
        type: node('arrayType', { item: u8Type, count: node('remainderCount') }),
      }),
    ],
    instructions: [
      node('instruction', {
        name: 'everyType',
        accounts: [],
        arguments: [start(1), ...ARGUMENTS.map(([name, type]) => argument(name, type))],
        discriminators: byField,
      }),
      node('instruction', {
        name: 'everyValue',
        status: node('instructionStatus', { lifecycle: 'live' }),
        accounts: [
          node('instructionAccount', {
            name: 'vault',
            isWritable: true,
            isSigner: false,
            defaultValue: node('pdaValue', { pda: node('pdaLink', { name: 'config' }), seeds: [] }),
            display: node('instructionAccountDisplay', { label: 'Vault' }),
          }),
        ],
        arguments: [],
        extraArguments: VALUES.map((defaultValue, index) =>
          argument(`value${index}`, node('bytesType'), { defaultValue }),
        ),
        remainingAccounts: [node('instructionRemainingAccounts', { value: owner })],
        byteDeltas: [
          node('instructionByteDelta', { withHeader: true, value: node('accountLink', { name: 'vault' }) }),
        ],
        discriminators: [node('constantDiscriminator', { offset: 0, constant: constant('02') })],
        subInstructions: [
          node('instruction', {
            name: 'inner',
            accounts: [],
            arguments: [
              argument('of', u8Type, {
                display: node('structFieldDisplay', { label: 'Of' }),
                defaultValue: node('conditionalValue', {
                  condition: node('resolverValue', { name: 'resolve' }),
                  ifTrue: node('accountBumpValue', { name: 'vault' }),
                }),
              }),
            ],
          }),
        ],
        display: node('instructionDisplay', { intent: 'Show every value' }),
        provides: [
          node('provided', {
            name: 'account',
            value: node('instructionAccountLink', { name: 'vault', instruction: every }),
          }),
          node('provided', {
            name: 'argument',
            value: node('instructionArgumentLink', { name: 'price', instruction: every }),
          }),
        ],
      }),
      node('instruction', {
        name: 'sized',
        accounts: [],
        arguments: [],
        discriminators: [node('sizeDiscriminator', { size: 77 })],
        plugins: [
          node('amountNumberDisplay'),
          node('dateTimeNumberDisplay'),
          node('durationNumberDisplay'),
          node('enumVariantDisplay'),
          node('stringDisplay'),
        ],
      }),
    ],
  }),
});

/** The kinds that newer packages know and the parser does not. */
export const NEWER_KINDS: readonly string[] = [
  'accountFieldValue',
  'amountNumberDisplay',
  'constant',
  'dateTimeNumberDisplay',
  'durationNumberDisplay',
  'enumVariantDisplay',
  'event',
  'injectedValue',
  'instructionAccountDisplay',
  'instructionDisplay',
  'plugin',
  'provided',
  'stringDisplay',
  'structFieldDisplay',
].map((kind) => `${kind}Node`);

/** The data of the instruction with arguments of every type. */
export const EVERY_TYPE_DATA: readonly number[] = [1, ...ARGUMENTS.flatMap(([, , data]) => data)];
/** The data of the instruction with values of every kind. */
export const EVERY_VALUE_DATA: readonly number[] = [2];

const bytes = (byte: number) => Array<number>(8).fill(byte);
const CONFIG_FIELDS = [{ name: 'isOpen', type: 'bool' }];

/** As Anchor 0.30 and later write it: seeds of every kind, and parts of which each is wrong in some IDL. */
export const ANCHOR_IDL = {
  address: PROGRAM,
  metadata: { name: 'shop', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'open',
      discriminator: bytes(1),
      accounts: [
        { name: 'config', pda: { seeds: [{ kind: 'const', value: [99, 102, 103] }] } },
        {
          name: 'vault',
          pda: { seeds: [{ kind: 'account', path: 'config' }], program: { kind: 'const', value: bytes(1) } },
        },
        {
          name: 'item',
          pda: {
            seeds: [
              { kind: 'arg', path: 'price' },
              { kind: 'arg', path: 'missing' },
            ],
          },
        },
        { name: 'empty', pda: { seeds: [] } },
        { name: 'odd', pda: { seeds: [{ kind: 'fromTheFuture' }] } },
        { name: 'system', address: '11111111111111111111111111111111' },
      ],
      args: [{ name: 'price', type: 'u64' }],
    },
    {
      name: 'configure',
      discriminator: bytes(2),
      // The same name as above with other seeds.
      accounts: [{ name: 'config', pda: { seeds: [{ kind: 'const', value: [1] }] } }],
      args: [{ name: 'config', type: { option: { defined: { name: 'Config' } } } }],
    },
    { name: 'close', discriminator: bytes(9), accounts: [], args: [] },
  ],
  accounts: [
    { name: 'Config', discriminator: bytes(3) },
    { name: 'Missing', discriminator: bytes(4) },
  ],
  events: [{ name: 'Opened', discriminator: bytes(5) }],
  constants: [{ name: 'SEED', type: 'bytes', value: 'not a list' }],
  errors: [{ code: 6000, name: 'Late' }],
  types: [
    { name: 'Config', type: { kind: 'struct', fields: CONFIG_FIELDS } },
    { name: 'Empty', type: { kind: 'struct' } },
    { name: 'Never', type: { kind: 'enum', variants: [] } },
  ],
};

/** The same as Anchor 0.29 writes it: its accounts have their types. */
export const OLD_ANCHOR_IDL = {
  version: '0.1.0',
  name: 'shop',
  address: PROGRAM,
  instructions: [
    {
      name: 'open',
      accounts: [{ name: 'config', isMut: true, isSigner: false, pda: { seeds: [{ kind: 'odd' }] } }],
      args: [{ name: 'price', type: 'u64' }],
    },
    { name: 'configure', accounts: [], args: [{ name: 'config', type: { option: { defined: 'Config' } } }] },
    { name: 'close', accounts: [], args: [] },
  ],
  accounts: [{ name: 'Config', type: { kind: 'struct', fields: CONFIG_FIELDS } }],
  events: [{ name: 'Opened' }],
  constants: [{ name: 'SEED', type: { defined: '&[u8]' }, value: 'b"seed"' }],
  errors: [{ code: 6000, name: 'Late' }],
  types: [{ name: 'Never', type: { kind: 'enum', variants: [] } }],
};
