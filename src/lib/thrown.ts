/** The message of a caught error, or the text of any other thrown value. */
export function messageOf(thrown: unknown): string {
  // When a host has several addresses and all refuse the connection, Node's error has no message of its own.
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join('; ')
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/** The code of an error of Node or SQLite; empty for anything without a code. */
export const systemCodeOf = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
