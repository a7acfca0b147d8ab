/** Blocks the event loop. */
export function spin(ms: number): void {
  const until = process.hrtime.bigint() + BigInt(ms) * 1_000_000n
  while (process.hrtime.bigint() < until);
}
