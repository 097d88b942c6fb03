const LAMPORTS_PER_SOL = 1e9;

/** Converts an amount of SOL to whole lamports. */
export function toLamports(sol: number): bigint {
  return BigInt(Math.round(sol * LAMPORTS_PER_SOL));
}
