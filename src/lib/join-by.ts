/** Joins the first two parts, then the result and the next part, and so on; empty without parts. */
export const joinBy = (join: (pair: { before: string; after: string }) => string, parts: readonly string[]): string =>
  parts.length === 0 ? '' : parts.reduce((before, after) => join({ before, after }))
