import { useState } from 'preact/hooks';
import { formatCount } from '../../explain/text.js';
import type { ActivityEntry } from '../../wallet/activity.js';
import { getChainName } from '../chain-name.js';
import { getIdentityView } from '../identity.js';
import { Facts, Label, Text, TextBox } from '../parts.js';
import {
  type ActivityChain,
  getDecisionText,
  getStatus,
  getStatusText,
  getSubject,
  getWords,
  toJson,
} from './activity-text.js';
import { CopyButton } from './controls.js';
import { formatDuration, formatExactTime, formatTime } from './words.js';

type RowProps = Readonly<{ entry: ActivityEntry; chain: ActivityChain }>;

/** The row of one request in a few words. */
export function LatestRow({ entry, chain }: RowProps) {
  const { name, host } = getIdentityView(entry.identity ?? {});
  return (
    <li class="line row">
      <span class="row-text">
        <Label>{getWords(entry, chain).filter(Boolean).join(' · ')}</Label>
        <span class="quiet">
          <Text>{name ?? host ?? 'Unnamed app'}</Text>
        </span>
      </span>
      <span class="quiet">{formatTime(entry.at)}</span>
    </li>
  );
}

/** The row of one request. It opens to show the request and the response as JSON-RPC. */
export function ActivityRow({ entry, chain }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const [what, end] = getWords(entry, chain);
  const status = getStatus(entry);
  const { name, host } = getIdentityView(entry.identity ?? {});
  const told = [name ?? host, getSubject(entry), getDecisionText(entry)].filter(
    (text): text is string => text !== undefined && text !== '',
  );
  // A method without words of its own is the title.
  const isNamed = what !== entry.method;
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary class="plain activity-summary">
          <span class="line activity-line">
            <Label>{what}</Label>
            <span class="status" data-status={entry.hasFailed ? 'error' : status}>
              {status === 'answered' && end !== '' ? end : getStatusText(entry)}
            </span>
          </span>
          <span class="line activity-line quiet">
            <span>
              {isNamed && (
                <code>
                  <Text>{entry.method}</Text>
                </code>
              )}
              {told.map((text, index) => (
                <>
                  {(isNamed || index > 0) && ' · '}
                  <Text>{text}</Text>
                </>
              ))}
            </span>
            <span>{formatTime(entry.at)}</span>
          </span>
        </summary>
        {isOpen && <ActivityBody entry={entry} />}
      </details>
    </li>
  );
}

function ActivityBody({ entry }: Readonly<{ entry: ActivityEntry }>) {
  const { id, method, params, outcome, signatures = [] } = entry;
  const { name, host } = getIdentityView(entry.identity ?? {});
  const text = (value: string | undefined) => value && <Text>{value}</Text>;
  return (
    <div class="stack row-body">
      <Facts
        facts={[
          ['App', text(name ?? host)],
          ['Site', text(name && host)],
          ['Chain', text(entry.chain && getChainName(entry.chain))],
          ['Session', entry.session],
          ['Asked', formatExactTime(entry.at)],
          ['Decided', getDecisionText(entry)],
          [
            'Ended',
            entry.endedAt && `${getStatusText(entry)}, after ${formatDuration(entry.endedAt - entry.at)}`,
          ],
        ]}
      />
      {signatures.length > 0 && <h3>{formatCount(signatures.length, 'signature')}</h3>}
      {signatures.map((signature) => (
        <p key={signature} class="line signature">
          <code>{signature}</code>
          <CopyButton detail="the signature" getText={() => signature}>
            Copy
          </CopyButton>
        </p>
      ))}
      <Code title="Request" id={id} value={{ method, params }} />
      {outcome && !('unanswered' in outcome) && <Code title="Response" id={id} value={outcome} />}
      <CopyButton detail={`request ${id}`} getText={() => JSON.stringify(toJson(entry), null, 2)}>
        Copy as JSON
      </CopyButton>
    </div>
  );
}

function Code({ title, id, value }: Readonly<{ title: string; id: number; value: object }>) {
  const text = JSON.stringify(value, null, 2);
  return (
    <>
      <div class="line screen-head">
        <h3>{title}</h3>
        <CopyButton detail={`the ${title.toLowerCase()}`} getText={() => text}>
          Copy
        </CopyButton>
      </div>
      <TextBox label={`${title} ${id}`}>
        <Text>{text}</Text>
      </TextBox>
    </>
  );
}
