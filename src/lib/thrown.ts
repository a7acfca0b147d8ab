/** The message of a caught error, or the text of any other thrown value. */
export const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

/** The code of an error of Node or SQLite; empty where there is none. */
export const systemCodeOf = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
