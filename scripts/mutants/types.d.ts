import 'vitest';

declare global {
  /** Whether a mutant acts now. */
  var isMutant: (id: number) => boolean;
}

/** What the runner says of a mutant, or of a test that fails without one, or that takes longer than asked. */
export type Result = Readonly<{ killed?: number; survived?: number; broken?: string; later?: string }>;

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The file for results, the mutants that are dead already, how long a test may take, and which tests run
     * (all, if none is named).
     */
    mutants: Readonly<{ results: string; killed: number[]; mostMs: number; later: string[] | undefined }>;
  }
}
