/** Searches texts for a token: as it is, and percent-encoded in whole or in part. */
export function createLeakSearch(token: string) {
  const forms = [...new Set([token, token.replaceAll(/[~.]/g, percent), token.replaceAll(/./g, percent)])]
  const longest = Math.max(...forms.map(({ length }) => length))
  /** The end of the previous piece of each source: the token may begin there. */
  const ends = new Map<string, string>()
  const found: string[] = []
  let characters = 0
  return {
    /** Searches a piece of a text; the pieces of one source follow each other. */
    add(source: string, piece: string): void {
      characters += piece.length
      const text = ((ends.get(source) ?? '') + piece).toLowerCase()
      for (const form of forms) {
        const at = text.indexOf(form.toLowerCase())
        if (at !== -1) found.push(`${source}: …${text.slice(Math.max(0, at - 80), at)}[token]`)
      }
      ends.set(source, text.slice(1 - longest))
    },
    /** Where it was found. */
    found: (): readonly string[] => found,
    characters: () => characters,
  }
}

export type LeakSearch = ReturnType<typeof createLeakSearch>

const percent = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
