import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { getErrorMessage } from '../explain/foreign.js';
import { shortenAddress, splitVisibleText } from '../explain/text.js';

// The parts that home, approval and panel are made of.

type Parent = Readonly<{ children?: ComponentChildren }>;
type Fact = readonly [name: ComponentChildren, value: ComponentChildren];

/**
 * Text from a dapp. It cannot change the direction of the text around it, and its invisible characters are
 * shown by their code points.
 */
export function Text({ children }: Readonly<{ children: string }>) {
  return (
    <bdi>
      {splitVisibleText(children).map((part) =>
        'text' in part ? (
          part.text
        ) : (
          <span class="unseen" title="An invisible character">
            {part.hidden}
          </span>
        ),
      )}
    </bdi>
  );
}

/** A name that a dapp or the user has chosen. */
export function Label({ children }: Readonly<{ children: string }>) {
  return (
    <span class="label">
      <Text>{children}</Text>
    </span>
  );
}

/** A paragraph beside what matters. */
export function Quiet({ children }: Parent) {
  return <p class="quiet">{children}</p>;
}

/** Text that only screen readers read. */
export function ForReaders({ children }: Parent) {
  return <span class="for-readers">{children}</span>;
}

/** A warning in a box of its own. */
export function Warning({ isDanger = false, children }: Parent & Readonly<{ isDanger?: boolean }>) {
  return <p class={isDanger ? 'warning is-danger' : 'warning'}>{children}</p>;
}

/** A section that is closed until the user opens it. */
export function Details({ summary, children }: Parent & Readonly<{ summary: ComponentChildren }>) {
  return (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Names with their values. A fact without a value is left out. */
export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>) {
  return (
    <dl class="facts">
      {facts.map(
        ([name, value], index) =>
          value !== undefined && (
            <div key={index} class="line">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A box for long content. It scrolls by keyboard, too. */
export function TextBox({ label, children }: Parent & Readonly<{ label: string }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <pre class="text-box" tabIndex={0} role="group" aria-label={label}>
      {children}
    </pre>
  );
}

/** A dapp's picture, or the first letter of its name in place of one that is missing or cannot be loaded. */
export function Picture({ url, name }: Readonly<{ url?: string | undefined; name: string }>) {
  const [broken, setBroken] = useState<string>();
  if (url === undefined || url === broken) {
    return (
      <span class="dapp-icon monogram" aria-hidden="true">
        {Array.from(name.trim())[0]?.toLocaleUpperCase('en') ?? '?'}
      </span>
    );
  }
  return (
    <img class="dapp-icon" alt="" src={url} referrerpolicy="no-referrer" onError={() => setBroken(url)} />
  );
}

/**
 * A small picture made of an address, by which people tell accounts apart. The same address always has the
 * same one.
 */
export function AddressPicture({ address }: Readonly<{ address: string }>) {
  // FNV-1a: 32 bits are enough for two colours and an angle.
  let hash = 0x811c9dc5;
  for (const character of address) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  const from = hash % 360;
  const to = (from + 60 + ((hash >>> 9) % 120)) % 360;
  const background = `linear-gradient(${(hash >>> 16) % 360}deg, hsl(${from} 65% 55%), hsl(${to} 70% 45%))`;
  return <span class="address-picture" aria-hidden="true" style={{ background }} />;
}

/** A shortened base58 address with the full one as its tooltip. The wallet's own also show their label. */
export function Address({
  address,
  accounts,
}: Readonly<{ address: string; accounts: readonly Readonly<{ address: string; label: string }>[] }>) {
  const label = accounts.find((account) => account.address === address)?.label;
  return (
    <span class="address" title={address}>
      {label !== undefined && <Label>{label}</Label>} <code>{shortenAddress(address)}</code>
    </span>
  );
}

/**
 * What an action of the user may do: `run` shows in `note` why it failed, and resolves with whether it was
 * done.
 */
export type Attempt = Readonly<{
  run(work: () => Promise<unknown>): Promise<boolean>;
  isBusy: boolean;
  note: ComponentChildren;
}>;

/**
 * One action at a time, and the place where its error is shown. A second call while it works does nothing.
 */
export function useAttempt(): Attempt {
  const [message, setMessage] = useState('');
  const [isBusy, setBusy] = useState(false);
  const working = useRef(false);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (working.current) return false;
    working.current = true;
    setBusy(true);
    setMessage('');
    try {
      await work();
      return true;
    } catch (error) {
      setMessage(getErrorMessage(error));
      return false;
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  const note = (
    <p class="note" role="alert">
      {message}
    </p>
  );
  return { run, isBusy, note };
}

type ButtonOptions = Readonly<{
  onPress(): void;
  /** What screen readers read after the text, e.g. which account the button is for. */
  detail?: string | undefined;
  /** Its classes. */
  kind?: string;
  /** A busy button is not disabled, because it would lose the focus. */
  isBusy?: boolean;
}>;

/** A button, by default of the kind that stands in a form or a row. */
export function Button({
  onPress,
  detail,
  kind = 'action',
  isBusy = false,
  children,
}: Parent & ButtonOptions) {
  return (
    <button type="button" class={kind} aria-busy={isBusy} onClick={onPress}>
      {children}{' '}
      {detail !== undefined && (
        <ForReaders>
          <Text>{detail}</Text>
        </ForReaders>
      )}
    </button>
  );
}

/** A box to tick, with its text. */
export function Check({
  isChecked,
  onChange,
  children,
}: Parent & Readonly<{ isChecked: boolean; onChange(isChecked: boolean): void }>) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** A button by which the user chooses a file. */
export function FileButton({
  accept,
  onFile,
  children,
}: Parent & Readonly<{ accept: string; onFile(file: File): void }>) {
  return (
    <label class="action file">
      <input
        type="file"
        accept={accept}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Otherwise choosing the same file again would be no change.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      {children}
    </label>
  );
}

/** Creates an element with a shadow root that has this style sheet. */
export function createHost(name: string, css: string): Readonly<{ host: HTMLElement; root: ShadowRoot }> {
  const host = document.createElement(name);
  host.dir = 'ltr';
  const root = host.attachShadow({ mode: 'open' });
  setStyle(root, css);
  return { host, root };
}

/** Gives a document or a shadow root its style sheet. */
export function setStyle(root: DocumentOrShadowRoot, css: string): void {
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(css);
  root.adoptedStyleSheets = [styleSheet];
}
