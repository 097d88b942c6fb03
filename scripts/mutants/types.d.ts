import 'vitest';

declare global {
  /** Whether a mutant acts now. */
  var isMutant: (id: number) => boolean;
}

/** What the runner says of a mutant or of a test. */
export type Result = Readonly<{
  killed?: number;
  survived?: number;
  /** It fails without a mutant. */
  broken?: string;
  /** It fails without a mutant since one has broken what it needs. */
  spoiled?: string;
  /** It takes longer than asked. */
  later?: string;
}>;

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The file for results, the mutants that are dead already, how long a test may take, and which tests run
     * (all, if none is named).
     */
    mutants: Readonly<{ results: string; killed: number[]; mostMs: number; later: string[] | undefined }>;
  }
}
