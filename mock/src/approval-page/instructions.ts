import type { InstructionSummary } from '../chain.js';
import {
  createAddress,
  createDetails,
  createElement,
  createFacts,
  createText,
  createTextBox,
} from './element.js';
import { formatCount, formatHex } from './format.js';
import type { ApprovalState } from './state.js';

/** Lists a transaction's instructions: what each does in words, and on demand its accounts and its data. */
export function createInstructions(
  instructions: readonly InstructionSummary[],
  accounts: ApprovalState['accounts'],
): HTMLElement {
  if (instructions.length === 0) return createElement('p', { class: 'quiet' }, ['None.']);
  return createElement(
    'ol',
    { class: 'instructions' },
    instructions.map((instruction) => createInstruction(instruction, accounts)),
  );
}

function createInstruction(
  { program, programName, accounts: used, data, text }: InstructionSummary,
  accounts: ApprovalState['accounts'],
): HTMLElement {
  // What is not known is described by its data, which is below.
  const isKnown = text !== undefined && !text.startsWith('0x');
  return createElement('li', {}, [
    createElement('p', { class: 'instruction-text' }, [isKnown ? createText(text) : 'Unknown instruction']),
    createElement('p', { class: 'quiet' }, [
      programName === undefined ? 'Unknown program ' : createText(`${programName} program`),
      ...(programName === undefined ? [createAddress(program, accounts)] : []),
    ]),
    createDetails('Accounts and data', [
      createFacts([['Program', createFullAddress(program, accounts)]]),
      createElement('h4', {}, [formatCount(used.length, 'account')]),
      createElement(
        'ol',
        { class: 'full-addresses' },
        used.map((address) => createElement('li', {}, [createFullAddress(address, accounts)])),
      ),
      createElement('h4', {}, [`${formatCount(data.length, 'byte')} of data`]),
      ...(data.length > 0 ? [createTextBox('Data', formatHex(data))] : []),
    ]),
  ]);
}

function createFullAddress(address: string, accounts: ApprovalState['accounts']): HTMLElement {
  const label = accounts.find((account) => account.address === address)?.label;
  return createElement('span', { class: 'full-address' }, [
    createElement('code', {}, [createText(address)]),
    ...(label === undefined ? [] : [' ', createElement('span', { class: 'label' }, [createText(label)])]),
  ]);
}
