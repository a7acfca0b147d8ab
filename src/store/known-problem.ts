/** A problem of the cache with a known cause. The message names the cause and the next step, so the problem is logged without a stack. */
export class KnownProblem extends Error {}

/** An error for the operator: the setting and the place of the cache, the problem, its reason, and the remedy if one is known. */
export function problemWith(
  place: string,
  problem: string,
  reason: string,
  remedy: string | undefined,
  cause: unknown,
): Error {
  const text = `${place} ${problem}: ${reason}.`
  return remedy === undefined ? new Error(text, { cause }) : new KnownProblem(`${text} ${remedy}`, { cause })
}
