import { useState } from 'preact/hooks';
import { findOffchainMessage } from '../../explain/offchain-message.js';
import { formatCount, formatHex, getMessageText, isSignInMessage } from '../../explain/text.js';
import { getMessageWarnings } from '../../explain/warnings/message-warnings.js';
import type { ApprovalRequest } from '../../wallet/approval.js';
import { Facts, Quiet, Text, TextBox } from '../parts.js';
import { type RequestView, ShortAddress } from './view.js';
import { getTextContext, nameParts } from './warnings.js';

/**
 * Returns the view that shows messages, each as text or as bytes, and the accounts that sign them. One that
 * is the text of a sign-in asks as a sign-in does.
 */
export function getMessagesView(request: Extract<ApprovalRequest, { type: 'sign-messages' }>): RequestView {
  const { messages, addresses } = request;
  const context = getTextContext(request, addresses);
  const warnings = messages.map((message) => getMessageWarnings(message, context));
  const isSingle = messages.length === 1;
  const question = messages.every(isSignInMessage) ? 'Sign in to this app?' : 'Sign this message?';
  return {
    title: isSingle ? question : `Sign ${messages.length} messages?`,
    warnings: nameParts('Message', warnings),
    body: (
      <>
        {messages.map((message, index) => (
          <Message
            key={index}
            message={message}
            place={isSingle ? '' : ` ${index + 1} of ${messages.length}`}
          />
        ))}
        <section class="card">
          <Facts facts={[['Signed by', <Addresses key="signs" addresses={addresses} />]]} />
        </section>
      </>
    ),
  };
}

function Message({ message, place }: Readonly<{ message: Uint8Array; place: string }>) {
  const { text, prefersText } = getMessageText(message);
  const offchain = findOffchainMessage(message);
  const isSignIn = isSignInMessage(message);
  const title = `${isSignIn ? 'Text to sign' : offchain ? 'Off-chain message' : 'Message'}${place}`;
  const [isText, setText] = useState(prefersText);
  const isEmpty = message.length === 0;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{title}</h2>
        <span class="quiet">{formatCount(message.length, 'byte')}</span>
        {text !== undefined && !isEmpty && <Switch isText={isText} onChange={setText} />}
      </div>
      {isEmpty ? (
        <Quiet>An empty message.</Quiet>
      ) : (
        <TextBox label={title}>
          {isText && text !== undefined ? <Text>{text}</Text> : formatHex(message)}
        </TextBox>
      )}
      {offchain && (
        <Facts
          facts={[
            ['Has to be signed by', <Addresses key="signers" addresses={offchain.signers} />],
            ['Format', `${isSignIn ? 'Off-chain message, version' : 'Version'} ${offchain.version}`],
          ]}
        />
      )}
    </section>
  );
}

function Addresses({ addresses }: Readonly<{ addresses: readonly string[] }>) {
  return (
    <span class="signers">
      {addresses.map((address) => (
        <ShortAddress key={address} address={address} />
      ))}
    </span>
  );
}

function Switch({ isText, onChange }: Readonly<{ isText: boolean; onChange(isText: boolean): void }>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <div class="switch" role="group" aria-label="Show as">
      {[true, false].map((asText) => (
        <button
          key={String(asText)}
          type="button"
          aria-pressed={asText === isText}
          onClick={() => onChange(asText)}
        >
          {asText ? 'Text' : 'Hex'}
        </button>
      ))}
    </div>
  );
}
