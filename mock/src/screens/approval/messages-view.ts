import { formatCount, formatHex, getMessageText } from '../../explain/text.js';
import { getMessageWarnings } from '../../explain/warnings/message-warnings.js';
import type { Warning } from '../../explain/warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import {
  createAddress,
  createElement,
  createFacts,
  createText,
  createTextBox,
  type RequestView,
  type RequestViewContext,
} from '../view.js';
import { createWarnings, getTextContext, isDangerous } from './warnings-view.js';

/** Creates the view that shows messages, each as text or as bytes, and the accounts that sign them. */
export function createMessagesView(
  request: Extract<ApprovalRequest, { type: 'sign-messages' }>,
  { accounts }: RequestViewContext,
): RequestView {
  const { messages, addresses } = request;
  const context = getTextContext(request, addresses);
  const warnings = messages.map((message) => getMessageWarnings(message, context));
  const isSingle = messages.length === 1;
  const signers = createElement(
    'span',
    { class: 'signers' },
    addresses.map((address) => createAddress(address, accounts)),
  );
  return {
    isDiscouraged: isDangerous(warnings.flat()),
    title: isSingle ? 'Sign this message?' : `Sign ${messages.length} messages?`,
    body: [
      ...messages.map((message, index) =>
        createMessage(
          message,
          isSingle ? 'Message' : `Message ${index + 1} of ${messages.length}`,
          warnings[index] ?? [],
        ),
      ),
      createElement('section', { class: 'card' }, [createFacts([['Signs', signers]])]),
    ],
  };
}

function createMessage(message: Uint8Array, title: string, warnings: readonly Warning[]): HTMLElement {
  const { text, prefersText } = getMessageText(message);
  const box = createElement('div');
  const show = (asText: boolean): void => {
    const content = asText && text !== undefined ? createText(text) : formatHex(message);
    box.replaceChildren(
      message.length === 0
        ? createElement('p', { class: 'quiet' }, ['An empty message.'])
        : createTextBox(title, content),
    );
  };
  show(prefersText);
  const canSwitch = text !== undefined && message.length > 0;
  return createElement('section', { class: 'card' }, [
    createElement('div', { class: 'card-head' }, [
      createElement('h2', {}, [title]),
      createElement('span', { class: 'quiet' }, [formatCount(message.length, 'byte')]),
      ...(canSwitch ? [createSwitch(prefersText, show)] : []),
    ]),
    ...createWarnings(warnings),
    box,
  ]);
}

function createSwitch(isText: boolean, show: (asText: boolean) => void): HTMLElement {
  const buttons = [true, false].map((asText) => {
    const button = createElement('button', { type: 'button', 'aria-pressed': String(asText === isText) }, [
      asText ? 'Text' : 'Hex',
    ]);
    button.addEventListener('click', () => {
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
      show(asText);
    });
    return button;
  });
  return createElement('div', { class: 'switch', role: 'group', 'aria-label': 'Show as' }, buttons);
}
