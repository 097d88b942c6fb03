import type { Right } from './rights.js';

/** What a wallet warns of before the user decides. */
export type Warning = Readonly<{
  /** Names the kind of warning, e.g. `unlimited-delegate`. */
  code: string;
  /** `danger` can cost all that an account has; `caution` is unusual. */
  level: 'danger' | 'caution';
  /** One or two sentences for the user. Text from a dapp in it is escaped. */
  text: string;
}> &
  Concerned;

/** Whom a warning of an instruction concerns. */
type Concerned = Readonly<{
  /**
   * The addresses whose signature allows the instruction. The others of the transaction lose nothing by it.
   */
  signers?: readonly string[];
  /** The address that gains by it. Nobody needs a warning of a gain of one's own. */
  receiver?: string;
  /** What the user gives away by it. */
  right?: Right;
}>;

/** Creates a warning of what can cost all that an account has. */
export function danger(code: string, text: string, concerned?: Concerned): Warning {
  return { code, level: 'danger', text, ...concerned };
}

/** Creates a warning of what is unusual. */
export function caution(code: string, text: string, concerned?: Concerned): Warning {
  return { code, level: 'caution', text, ...concerned };
}

/** Whether a warning is of what can cost all that an account has. */
export function isDanger({ level }: Pick<Warning, 'level'>): boolean {
  return level === 'danger';
}

/** Returns warnings in the order in which a user reads them: dangers first, and each text once. */
export function orderWarnings(warnings: readonly Warning[]): readonly Warning[] {
  const unique = [...new Map(warnings.map((warning) => [warning.text, warning])).values()];
  return unique.sort((a, b) => Number(isDanger(b)) - Number(isDanger(a)));
}
