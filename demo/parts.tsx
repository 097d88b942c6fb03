import type { Wallet } from '@wallet-standard/base';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { highlight } from './highlight.js';

type Parent = Readonly<{ children?: ComponentChildren }>;

/** Paths in a box of 24 × 24. */
const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  alert: 'M12 7v6M12 16.5v.5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  phone: 'M8 2.5h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM11 18.5h2',
  arrow: 'M3 12h17M14 6l6 6-6 6',
  down: 'M5.5 9.5L12 16l6.5-6.5',
  unknown: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8M12 17v.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon in the colour of the surrounding text. */
export function Icon({ name }: Readonly<{ name: IconName }>) {
  return (
    <svg viewBox="0 0 24 24" class="icon" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Text that only screen readers read. */
export function ForReaders({ children }: Parent) {
  return <span class="for-readers">{children}</span>;
}

/** A wallet's decorative icon, or its initial if the picture cannot be shown. */
export function WalletIcon({ wallet }: Readonly<{ wallet: Wallet }>) {
  const [isBroken, setBroken] = useState(false);
  return isBroken ? (
    <span class="wallet-icon monogram" aria-hidden="true">
      {wallet.name.slice(0, 1).toUpperCase()}
    </span>
  ) : (
    <img
      class="wallet-icon"
      src={wallet.icon}
      alt=""
      width="40"
      height="40"
      onError={() => setBroken(true)}
    />
  );
}

type BusyButtonProps = Parent &
  Readonly<{
    /** Whether it takes no press: it or another one is at work, or what it needs is missing. */
    isBusy?: boolean;
    kind?: string;
    type?: 'button' | 'submit';
    onPress?(): void;
  }>;

/**
 * A button that can be busy. It keeps the focus then, which a disabled one would lose, and takes no press.
 * What is waited for stands elsewhere.
 */
export function BusyButton({
  isBusy = false,
  kind = 'button',
  type = 'button',
  onPress,
  children,
}: BusyButtonProps) {
  const press = (event: Event): void => {
    if (isBusy) event.preventDefault();
    else onPress?.();
  };
  return (
    <button type={type} class={kind} aria-disabled={isBusy || undefined} onClick={press}>
      <span>{children}</span>
    </button>
  );
}

/** Code that can be copied. */
export function CodeBox({ code }: Readonly<{ code: string }>) {
  const text = code.trim();
  return (
    <div class="code-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard. */}
      <pre tabIndex={0}>
        {highlight(text).map(([kind, part], index) => (
          <span key={index} class={kind}>
            {part}
          </span>
        ))}
      </pre>
      <CopyButton text={text} name="the code" />
    </div>
  );
}

const SHOWN_FOR_MS = 2_000;
const COPY_MESSAGES = { copy: '', check: 'Copied', cross: 'Your browser did not allow copying' } as const;

/** A small button that copies `text`. `name` is what the text is, e.g. `address`. */
export function CopyButton({ text, name }: Readonly<{ text: string; name: string }>) {
  const [state, setState] = useState<keyof typeof COPY_MESSAGES>('copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setState('check');
    } catch {
      setState('cross');
    }
    setTimeout(() => setState('copy'), SHOWN_FOR_MS);
  };
  return (
    <>
      <button type="button" class="round" data-state={state} aria-label={`Copy ${name}`} onClick={copy}>
        <Icon name={state} />
      </button>
      <span class="for-readers" role="status">
        {COPY_MESSAGES[state]}
      </span>
    </>
  );
}

type TabsProps<TName extends string> = Readonly<{
  /** What the ids of tabs and panels start with; see {@link getPanelProps}. */
  id: string;
  label: string;
  names: readonly TName[];
  selected: TName;
  onSelect(name: TName): void;
}>;

const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

/** A row of tabs. The Tab key reaches the selected one, and the arrow keys choose another. */
export function Tabs<TName extends string>({ id, label, names, selected, onSelect }: TabsProps<TName>) {
  const move = (event: KeyboardEvent): void => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    const next = names.at((names.indexOf(selected) + step) % names.length);
    if (!next) return;
    onSelect(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-tab-${name}`}
          aria-selected={name === selected}
          aria-controls={`${id}-${name}`}
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** The attributes of the panel of a tab. */
export const getPanelProps = (id: string, name: string, selected: string) =>
  ({
    role: 'tabpanel',
    id: `${id}-${name}`,
    'aria-labelledby': `${id}-tab-${name}`,
    hidden: name !== selected,
  }) as const;
