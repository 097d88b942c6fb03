import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Check } from './checks.js';
import { Clock, isLate, useSeconds } from './clock.js';
import { describeError } from './errors.js';
import { BusyButton, CopyButton, ForReaders, Icon, type IconName } from './parts.js';
import { useProgress } from './steps.js';

/** One line of a result. Codes are shown in a fixed-width font and can be copied. */
export type Fact = Readonly<{ label: string; value: string; isCode?: boolean; link?: string }>;

/** Shows what the page waits for now, e.g. `Confirming…`, and what is known already. */
export type ReportProgress = (
  title: string,
  text: string,
  more?: Pick<Outcome, 'facts' | 'asksWallet' | 'late' | 'isPending' | 'code'>,
) => void;

/** The result of an action, or what it waits for. */
export type Outcome = Readonly<{
  /** `neutral`: the user chose this. `unsure`: something may have happened. */
  tone: 'waiting' | 'success' | 'failure' | 'neutral' | 'unsure';
  title: string;
  text?: string;
  /** In place of the one for the tone. */
  icon?: IconName;
  /** Whether the wallet asks its user for what the headline says, once it is reached. */
  asksWallet?: boolean;
  /** For a wait for the chain, which has a clock: what stands there once it is longer than usual. */
  late?: string;
  checks?: readonly Check[];
  facts?: readonly Fact[];
  /** Of an error. */
  code?: string | undefined;
  /** Details for developers. */
  details?: readonly Fact[];
  /** Whether something was sent and is still undecided. While it is, the action must not be offered again. */
  isPending?: boolean;
  /** The next step to offer, other than the action itself. */
  next?: Readonly<{ label: string; run: Work }>;
}>;

/** Called synchronously in the tap, so that the wallet may open an app. */
export type Work = (report: ReportProgress) => Promise<Outcome | undefined>;

/** Returns an error as an outcome. One that leaves open what was sent must not come here: see `sent.ts`. */
export function createErrorOutcome(error: unknown): Outcome {
  const { tone, title, advice, code, message } = describeError(error);
  const details = [
    { label: 'Code', value: code },
    { label: 'Message', value: message },
  ];
  return { tone, title, text: advice, code, ...(tone !== 'neutral' && { details }) };
}

/** Work that is done once at a time, with its progress and its result. */
export type Task = Readonly<{
  outcome: Outcome | undefined;
  isBusy: boolean;
  /**
   * Starts `work` unless some is being done. While `undecided` is given, nothing offers another payment.
   */
  run(work: Work, undecided?: Outcome): Promise<void>;
  /** Starts the step that the outcome offers. */
  goOn(): void;
  clear(): void;
}>;

export function useTask(): Task {
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = useRef(false);
  const start = async (work: Work, kept: Partial<Outcome>): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    let result: Outcome | undefined;
    try {
      result = await work((title, text, more) =>
        setOutcome({ ...kept, ...more, tone: 'waiting', title, text }),
      );
    } catch (error) {
      result = createErrorOutcome(error);
    }
    isBusy.current = false;
    setOutcome(result);
  };
  return {
    outcome,
    isBusy: outcome?.tone === 'waiting',
    run: (work, undecided) => start(work, undecided ? { isPending: true } : {}),
    goOn() {
      const { next, isPending = false } = outcome ?? {};
      // The button stays while it works, because it has the focus.
      if (next) void start(next.run, { next, isPending });
    },
    clear: () => setOutcome(undefined),
  };
}

/** What an action reports while the wallet asks. */
export const WAITING: Parameters<ReportProgress> = [
  'Look at your wallet',
  'Approve or decline there. Then come back.',
  { asksWallet: true },
];

const BADGES: Readonly<Record<Outcome['tone'], IconName>> = {
  waiting: 'phone',
  success: 'check',
  failure: 'alert',
  unsure: 'alert',
  neutral: 'cross',
};

/** An outcome as it is shown now. `waited`: for so many seconds it has waited for the chain. */
export type Shown = Outcome & Readonly<{ waited?: number }>;

/**
 * Returns an outcome with what the user has to do first, while the wallet is not reached that is to ask, and
 * with how long it has waited for the chain.
 */
export function useProgressOf(outcome: Outcome | undefined): Shown | undefined {
  const progress = useProgress();
  const isWaiting = outcome?.tone === 'waiting';
  const waited = useSeconds(isWaiting && outcome.late !== undefined);
  if (outcome?.late !== undefined && waited !== undefined)
    return { ...outcome, waited, ...(isLate(waited) && { text: outcome.late }) };
  if (!outcome?.asksWallet || !isWaiting) return outcome;
  if (progress === 'scanning') {
    return { ...outcome, title: 'Scan the QR code', text: 'Your wallet asks you once it has scanned it.' };
  }
  const isOpening = progress === 'launching' || progress === 'connecting';
  return isOpening ? { ...outcome, title: 'Opening your wallet…' } : outcome;
}

/** The box with a task's progress and result. Screen readers announce the headline only. */
export function OutcomeView({ task: { outcome: raw, isBusy, goOn } }: Readonly<{ task: Task }>) {
  const outcome = useProgressOf(raw);
  const status = useRef<HTMLDivElement>(null);
  const wentOn = useRef(false);
  useLayoutEffect(() => {
    // The button that was pressed may be gone, and the focus with it.
    if (wentOn.current && !isBusy && document.activeElement === document.body) status.current?.focus();
    if (!isBusy) wentOn.current = false;
  }, [outcome]);
  const { tone, title, text, icon, waited, checks = [], facts = [], details = [], next } = outcome ?? {};
  const press = (): void => {
    wentOn.current = true;
    goOn();
  };
  return (
    <div class="outcome" data-tone={tone}>
      <div class="outcome-status" role="status" tabIndex={-1} ref={status}>
        {tone ? (
          <>
            {waited === undefined ? (
              <span class="badge" aria-hidden="true">
                <Icon name={icon ?? BADGES[tone]} />
              </span>
            ) : (
              <Clock seconds={waited} />
            )}
            <div>
              <p class="outcome-title">{title}</p>
              {text ? <p>{text}</p> : null}
            </div>
          </>
        ) : null}
      </div>
      {checks.length > 0 ? <Checks checks={checks} /> : null}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      {next ? (
        <BusyButton isBusy={isBusy} onPress={press}>
          {next.label}
        </BusyButton>
      ) : null}
      {details.length > 0 ? (
        <details>
          <summary>
            Details <Icon name="down" />
          </summary>
          <Facts facts={details} />
        </details>
      ) : null}
    </div>
  );
}

function Checks({ checks }: Readonly<{ checks: readonly Check[] }>) {
  return (
    <ul class="checks">
      {checks.map(({ label, passed }) => {
        const [state, icon, word] =
          passed === undefined
            ? (['unknown', 'unknown', 'Unknown'] as const)
            : passed
              ? (['passed', 'check', 'Passed'] as const)
              : (['failed', 'cross', 'Failed'] as const);
        return (
          <li key={label} data-check={state}>
            <Icon name={icon} />
            <span>
              <ForReaders>{word}: </ForReaders>
              {label}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A list of labelled values. */
export function Facts({ facts }: Readonly<{ facts: readonly Fact[] }>) {
  return (
    <dl class="facts">
      {facts.map(({ label, value, isCode, link }) => {
        const text = <span class={isCode ? 'code' : undefined}>{value}</span>;
        return (
          <div class="fact" key={label}>
            <dt>{label}</dt>
            <dd>
              {link ? (
                <a href={link} target="_blank" rel="noopener">
                  {text}
                </a>
              ) : (
                text
              )}
              {isCode ? <CopyButton text={value} name={label.toLowerCase()} /> : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
