import type { AccountRole, InstructionSummary } from '../../explain/chain.js';
import { formatCount, formatHex } from '../../explain/text.js';
import {
  createAddress,
  createDetails,
  createElement,
  createFacts,
  createText,
  createTextBox,
  type RequestViewContext,
} from '../view.js';

type Accounts = RequestViewContext['accounts'];

/** What a list of instructions needs to name and mark the accounts in it. */
export type InstructionContext = Readonly<{ accounts: Accounts; roles: readonly AccountRole[] }>;

/** Lists what each instruction does in words. Its accounts and data are in details, closed at first. */
export function createInstructions(
  instructions: readonly InstructionSummary[],
  context: InstructionContext,
): HTMLElement {
  if (instructions.length === 0) return createElement('p', { class: 'quiet' }, ['None.']);
  return createElement(
    'ol',
    { class: 'instructions' },
    instructions.map((instruction) => createInstruction(instruction, context)),
  );
}

/** Creates a list of whole addresses. Those that sign and those that may change are marked. */
export function createRoleList(
  addresses: readonly string[],
  { accounts, roles }: InstructionContext,
): HTMLElement {
  return createElement(
    'ol',
    { class: 'full-addresses' },
    addresses.map((address) => {
      const role = roles.find((each) => each.address === address);
      return createElement('li', {}, [
        createFullAddress(address, accounts),
        ...(role?.isSigner ? [' ', createMark('signs')] : []),
        ...(role?.isWritable ? [' ', createMark('may change')] : []),
      ]);
    }),
  );
}

function createInstruction(
  { program, programName, accounts: used, data, text, fields = [], inner = [] }: InstructionSummary,
  context: InstructionContext,
): HTMLElement {
  // For an unknown instruction, the text is its data in hexadecimal, which the details show anyway.
  const isKnown = text !== undefined && !text.startsWith('0x');
  return createElement('li', {}, [
    createElement('p', { class: 'instruction-text' }, [isKnown ? createText(text) : 'Unknown instruction']),
    createElement('p', { class: 'quiet' }, [
      programName === undefined ? 'Unknown program ' : createText(`${programName} program`),
      ...(programName === undefined ? [createAddress(program, context.accounts)] : []),
    ]),
    ...(fields.length > 0
      ? [createFacts(fields.map(([name, value]) => [createText(name), createText(value)]))]
      : []),
    createDetails('Accounts and data', [
      createFacts([['Program', createFullAddress(program, context.accounts)]]),
      createElement('h4', {}, [formatCount(used.length, 'account')]),
      createRoleList(used, context),
      createElement('h4', {}, [`${formatCount(data.length, 'byte')} of data`]),
      ...(data.length > 0 ? [createTextBox('Data', formatHex(data))] : []),
    ]),
    ...(inner.length > 0
      ? [createDetails(`Makes ${formatCount(inner.length, 'call')}`, [createInstructions(inner, context)])]
      : []),
  ]);
}

function createFullAddress(address: string, accounts: Accounts): HTMLElement {
  const label = accounts.find((account) => account.address === address)?.label;
  return createElement('span', { class: 'full-address' }, [
    createElement('code', {}, [createText(address)]),
    ...(label === undefined ? [] : [' ', createElement('span', { class: 'label' }, [createText(label)])]),
  ]);
}

function createMark(text: string): HTMLElement {
  return createElement('span', { class: 'mark' }, [text]);
}
