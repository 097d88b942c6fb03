import { capitalize } from '../text.js';
import { formatIdlValue, type IdlNode } from './idl-values.js';
import type { Describe, InstructionDescription, ReadableInstruction } from './instruction.js';

/** The programs that the developer has given an IDL for, by their address. */
export type IdlPrograms = ReadonlyMap<
  string,
  Readonly<{
    /** The program's name. */
    name: string;
    /** Says in words what an instruction of the program does. */
    describe: Describe;
  }>
>;

/** What is used of the packages that read IDLs. Their types differ between the versions of the one and the other. */
export type IdlReaders = Readonly<{
  rootNodeFromAnchor(idl: unknown): unknown;
  parseInstruction(root: IdlNode, instruction: ReadableInstruction): ParsedInstruction | undefined;
}>;

type ParsedInstruction = Readonly<{
  /** The arguments by their name. */
  data: unknown;
  /** Ends with the instruction. */
  path: readonly IdlNode[];
  accounts: readonly Readonly<{ name: string }>[];
}>;

/** The argument by which a program tells its instructions apart. It says nothing to people. */
const DISCRIMINATOR = 'discriminator';
/** The lists that newer versions of the one package leave out when they are empty, and the other expects. */
const EMPTY_LISTS: Readonly<Record<string, Readonly<Record<string, readonly never[]>>>> = {
  rootNode: { additionalPrograms: [] },
  programNode: { accounts: [], instructions: [], definedTypes: [], pdas: [], errors: [] },
  instructionNode: { accounts: [], arguments: [] },
  structTypeNode: { fields: [] },
  enumTypeNode: { variants: [] },
  tupleTypeNode: { items: [] },
  pdaNode: { seeds: [] },
};

/**
 * Reads IDLs, so that the wallet can describe instructions of the developer's own programs: those of Anchor 0.29, those of
 * 0.30 and later, and Codama's. The packages that read them are loaded only if there is one.
 *
 * @throws TypeError for something else than an IDL, or one that names no program address
 */
export async function readIdls(
  idls: readonly unknown[],
  /** @internal */
  load = loadReaders,
): Promise<IdlPrograms> {
  if (idls.length === 0) return new Map();
  const readers = await load().catch((cause: unknown) => {
    throw new Error(
      'To read IDLs, install two packages: npm install --save-dev @codama/nodes-from-anchor @codama/dynamic-parsers',
      { cause },
    );
  });
  return new Map(
    idls.map((idl, index) => {
      const root = readRoot(idl, `idls[${index}]`, readers);
      const { name, publicKey, definedTypes = [] } = root.program ?? {};
      if (!name) throw new TypeError(`\`idls[${index}]\` is not an IDL of Anchor or Codama`);
      if (!publicKey) {
        throw new TypeError(`\`idls[${index}]\` names no program address: add it to the IDL as \`address\``);
      }
      const describe = (instruction: ReadableInstruction) =>
        describeParsed(readers.parseInstruction(root, instruction), definedTypes);
      return [publicKey, { name: getSentence(name), describe }];
    }),
  );
}

async function loadReaders(): Promise<IdlReaders> {
  const [{ rootNodeFromAnchor }, { parseInstruction }] = await Promise.all([
    import('@codama/nodes-from-anchor'),
    import('@codama/dynamic-parsers'),
  ]);
  return { rootNodeFromAnchor, parseInstruction } as unknown as IdlReaders;
}

function readRoot(idl: unknown, argument: string, { rootNodeFromAnchor }: IdlReaders): IdlNode {
  try {
    const given = idl as Readonly<{ kind?: string; address?: unknown; metadata?: object }>;
    if (given.kind === 'rootNode') return fillLists(given);
    const { address, metadata } = given;
    // Anchor 0.29 writes the address into `metadata` when it deploys. Before that, a developer adds it as in newer IDLs.
    const located = address === undefined ? given : { ...given, metadata: { ...metadata, address } };
    return fillLists(rootNodeFromAnchor(located));
  } catch (cause) {
    throw new TypeError(`\`${argument}\` is not an IDL of Anchor or Codama`, { cause });
  }
}

function fillLists(root: unknown): IdlNode {
  return JSON.parse(JSON.stringify(root), (_, value: unknown) => {
    const kind = value !== null && typeof value === 'object' && 'kind' in value ? String(value.kind) : '';
    return kind in EMPTY_LISTS ? { ...EMPTY_LISTS[kind], ...(value as object) } : value;
  }) as IdlNode;
}

function describeParsed(
  parsed: ParsedInstruction | undefined,
  definedTypes: readonly IdlNode[],
): InstructionDescription | undefined {
  const instruction = parsed?.path.at(-1);
  if (!parsed || !instruction?.name) return undefined;
  const types = new Map(instruction.arguments?.map(({ name, type }) => [name, type]));
  const fields = Object.entries(parsed.data as object)
    .filter(([name]) => name !== DISCRIMINATOR)
    .map(
      ([name, value]) => [getSentence(name), formatIdlValue(value, types.get(name), definedTypes)] as const,
    );
  const accountNames = parsed.accounts.map(({ name }) => getSentence(name));
  return { text: getSentence(instruction.name), fields, accountNames };
}

/** Returns a name such as `placeBid` or `place_bid` as people write it: `Place bid`. */
function getSentence(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/_+/g, ' ');
  return capitalize(words.trim().toLowerCase());
}
