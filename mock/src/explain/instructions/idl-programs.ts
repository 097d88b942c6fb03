import { isAddress } from '@solana/kit';
import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import { getErrorMessage } from '../foreign.js';
import { capitalize, formatHex } from '../text.js';
import { warnOfUnreadInstruction } from '../warnings/instruction-warnings.js';
import { type IdlNode, type IdlReaders, type ParsedInstruction, readRoot } from './idl-nodes.js';
import { formatIdlValue } from './idl-values.js';
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

/** Where the formats have a program's name. */
type NamedIdl = Readonly<{
  name?: unknown;
  metadata?: Readonly<{ name?: unknown }>;
  program?: Readonly<{ name?: unknown }>;
}>;

/** The argument by which a program tells its instructions apart. It says nothing to people. */
const DISCRIMINATOR = 'discriminator';

/**
 * Reads IDLs, so that the wallet can describe instructions of the developer's own programs: those of Anchor
 * 0.29, those of 0.30 and later, and Codama's. The packages that read them are loaded only if there is one.
 *
 * @throws TypeError for something else than an IDL, one that the packages cannot read, or one that names no
 * program
 *   address. It names the IDL.
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
  return new Map(idls.map((idl, index) => readProgram(idl, nameIdl(idl, index), readers)));
}

/** Returns how an error names an IDL: by its place, and by its program's name if there is one. */
function nameIdl(idl: unknown, index: number): string {
  const { name, metadata, program } = isJsonObject(idl) ? (idl as NamedIdl) : {};
  const programName = program?.name ?? metadata?.name ?? name;
  return typeof programName === 'string' ? `\`idls[${index}]\` (${programName})` : `\`idls[${index}]\``;
}

function readProgram(idl: unknown, argument: string, readers: IdlReaders) {
  const root = readRoot(idl, argument, readers);
  const { name, publicKey = '', definedTypes = [] } = root.program ?? {};
  if (!name) throw new TypeError(`${argument} is not an IDL of Anchor or Codama`);
  if (!isAddress(publicKey)) {
    throw new TypeError(`${argument} names no program address: add it to the IDL as \`address\``);
  }
  const programName = getSentence(name);
  const describe = (instruction: ReadableInstruction) => {
    try {
      return describeParsed(readers.parseInstruction(root, instruction), definedTypes);
    } catch (error) {
      return {
        text: `0x${formatHex(instruction.data, '')}`,
        warnings: [warnOfUnreadInstruction(programName, getErrorMessage(error))],
      };
    }
  };
  return [publicKey, { name: programName, describe }] as const;
}

async function loadReaders(): Promise<IdlReaders> {
  const [{ rootNodeFromAnchor }, { identifyInstructionData, parseInstruction }] = await Promise.all([
    import('@codama/nodes-from-anchor'),
    import('@codama/dynamic-parsers'),
  ]);
  return { rootNodeFromAnchor, identifyInstructionData, parseInstruction } as unknown as IdlReaders;
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
