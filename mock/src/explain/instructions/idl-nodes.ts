import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import { getErrorMessage } from '../foreign.js';
import type { ReadableInstruction } from './instruction.js';

/** A node of a Codama IDL, as far as it is used here. */
export type IdlNode = Readonly<{
  kind: string;
  name?: string;
  publicKey?: string;
  program?: IdlNode;
  definedTypes?: readonly IdlNode[];
  arguments?: readonly IdlNode[];
  type?: IdlNode;
  item?: IdlNode;
  items?: readonly IdlNode[];
  value?: IdlNode;
  struct?: IdlNode;
  tuple?: IdlNode;
  fields?: readonly IdlNode[];
  variants?: readonly IdlNode[];
  decimals?: number;
  unit?: string;
}>;

/**
 * What is used of the packages that read IDLs. Their types differ between the versions of the one and the
 * other.
 */
export type IdlReaders = Readonly<{
  rootNodeFromAnchor(idl: unknown): unknown;
  identifyInstructionData(root: IdlNode, data: Uint8Array): unknown;
  parseInstruction(root: IdlNode, instruction: ReadableInstruction): ParsedInstruction | undefined;
}>;

/** An instruction, read by an IDL. */
export type ParsedInstruction = Readonly<{
  /** The arguments by their name. */
  data: unknown;
  /** Ends with the instruction. */
  path: readonly IdlNode[];
  accounts: readonly Readonly<{ name: string }>[];
}>;

/**
 * The lists that the parser requires of each kind of node. Other packages leave them out when they are empty.
 */
export const NODE_LISTS = {
  rootNode: ['additionalPrograms'],
  programNode: ['accounts', 'instructions', 'definedTypes', 'pdas', 'errors'],
  instructionNode: ['accounts', 'arguments'],
  pdaNode: ['seeds'],
  pdaValueNode: ['seeds'],
  structTypeNode: ['fields'],
  enumTypeNode: ['variants'],
  tupleTypeNode: ['items'],
  hiddenPrefixTypeNode: ['prefix'],
  hiddenSuffixTypeNode: ['suffix'],
  arrayValueNode: ['items'],
  mapValueNode: ['entries'],
  setValueNode: ['items'],
  structValueNode: ['fields'],
  tupleValueNode: ['items'],
} as const;
const LISTS: ReadonlyMap<unknown, readonly string[]> = new Map(Object.entries(NODE_LISTS));

/** An IDL of Anchor, as far as it names instructions. */
type AnchorIdl = Readonly<{
  address?: unknown;
  metadata?: Readonly<{ name?: unknown }>;
  name?: unknown;
  version?: unknown;
  instructions: readonly Readonly<{ accounts?: readonly AnchorAccount[] }>[];
  accounts?: readonly AnchorType[];
  types?: readonly AnchorType[];
}>;
type AnchorAccount = Readonly<{ name?: string; accounts?: readonly AnchorAccount[] }>;
type AnchorType = Readonly<{ name?: string; type?: unknown }>;

/**
 * Returns the root node of an IDL, in the form that the parser takes.
 *
 * @throws TypeError for something else than an IDL, or one that the packages cannot read; it begins with
 * `argument`
 */
export function readRoot(idl: unknown, argument: string, readers: IdlReaders): IdlNode {
  if (!isRootNode(idl) && !isAnchorIdl(idl)) {
    throw new TypeError(`${argument} is not an IDL of Anchor or Codama`);
  }
  try {
    const root = fillLists(isRootNode(idl) ? idl : readers.rootNodeFromAnchor(takeInstructions(idl)));
    // Looks at the whole IDL, which would otherwise fail at every instruction.
    readers.identifyInstructionData(root, new Uint8Array());
    return root;
  } catch (cause) {
    throw new TypeError(`${argument} cannot be read: ${getErrorMessage(cause)}`, { cause });
  }
}

function isRootNode(idl: unknown): idl is IdlNode {
  return isJsonObject(idl) && idl['kind'] === 'rootNode' && isJsonObject(idl['program']);
}

function isAnchorIdl(idl: unknown): idl is AnchorIdl {
  return isJsonObject(idl) && Array.isArray(idl['instructions']);
}

/**
 * Returns the parts of an IDL that name instructions and their arguments. The reader throws for other parts
 * that it does not know, such as a new kind of seed, and warns in the console of seeds that share a name.
 */
function takeInstructions(idl: AnchorIdl): object {
  const { address, metadata, name, version, instructions, accounts = [], types = [] } = idl;
  // Anchor 0.29 has the types of accounts with the accounts. Arguments may have them, too.
  const accountTypes = accounts.filter(
    (account) => account.type && !types.some((type) => type.name === account.name),
  );
  return {
    name,
    version,
    address,
    // Anchor 0.29 writes the address into `metadata` when it deploys. Before that, a developer adds it as in
    // newer IDLs.
    metadata: { ...metadata, ...(address !== undefined && { address }) },
    instructions: instructions.map((instruction) => ({
      ...instruction,
      accounts: takeNames(instruction.accounts ?? []),
    })),
    types: [...types, ...accountTypes],
  };
}

function takeNames(accounts: readonly AnchorAccount[]): readonly AnchorAccount[] {
  return accounts.map(({ name = '', accounts: nested }) => ({
    name,
    ...(nested && { accounts: takeNames(nested) }),
  }));
}

function fillLists(root: unknown): IdlNode {
  return JSON.parse(JSON.stringify(root), (_, value: unknown) => {
    const lists = isJsonObject(value) ? LISTS.get(value['kind']) : undefined;
    return lists ? { ...Object.fromEntries(lists.map((list) => [list, []])), ...(value as object) } : value;
  }) as IdlNode;
}
