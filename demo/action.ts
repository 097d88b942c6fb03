import type { Outcome, ReportProgress } from './outcome.js';
import type { FeatureName } from './wallets.js';

/** A text that the user may change. */
export type Field = Readonly<{
  name: string;
  label: string;
  /** What is in it at first. */
  value: string;
  /** `amount`: phones show a keyboard with digits. `code`: in a fixed-width font. `long`: several lines. */
  kind: 'amount' | 'code' | 'long';
  /** Returns what stands below the field. */
  hint?(value: string): string;
}>;

/** What is in the fields, or what is wrong with it, by their names. */
export type Values = Readonly<Record<string, string>>;

/** Something that the user can ask the wallet to do. */
export type Action = Readonly<{
  /** Its name among those of its tab; absent if it is the only one. */
  name?: string;
  description: string;
  button: string;
  /** The feature of the wallet that it needs. */
  needs: FeatureName;
  fields?: readonly Field[];
  /** The lines of code that do this. */
  code: string;
  /** Called with the first values, and whenever they change. */
  onInput?(values: Values): void;
  /** Returns what is wrong with the fields, before the wallet opens. */
  findErrors?(values: Values): Values;
  /** Called synchronously in the tap, so that the wallet may open an app. */
  run(report: ReportProgress, values: Values): Promise<Outcome>;
}>;
