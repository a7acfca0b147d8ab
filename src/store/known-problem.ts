/** A problem of the cache whose cause is known: the message names it and the next step, so that the log needs no stack. */
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
