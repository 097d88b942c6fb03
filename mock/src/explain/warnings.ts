/** What a wallet warns of before the user decides. */
export type Warning = Readonly<{
  /** Names the kind of warning, e.g. `unlimited-delegate`. */
  code: string;
  /** `danger` can cost all that an account has; `caution` is unusual. */
  level: 'danger' | 'caution';
  /** One or two sentences for the user. Text from a dapp in it is escaped. */
  text: string;
  /** Of an instruction: the addresses whose signature allows it. The others of the transaction lose nothing by it. */
  signers?: readonly string[];
  /** Of an instruction: the address that gains by it. Nobody needs a warning of a gain of one's own. */
  receiver?: string;
}>;
