/** A key that an object has more than once; `path` leads to the object. */
export interface DoubledKey {
  path: (string | number)[]
  key: string
}

/** An object or an array that is being read. */
interface Frame {
  /** The keys of an object so far; undefined for an array. */
  keys: Set<string> | undefined
  /** The key or the index of the value that is being read. */
  at: string | number
}

/**
 * Finds the keys that occur more than once in an object of a JSON text; `JSON.parse` keeps only the last value of such a key. Reads the
 * text once.
 * @example
 *   findDoubledKeys('{"rules":{"maxVacBans":0,"maxVacBans":1}}') // [{ path: ['rules'], key: 'maxVacBans' }]
 */
export function findDoubledKeys(text: string): DoubledKey[] {
  const found: DoubledKey[] = []
  const frames: Frame[] = []
  let expectsKey = false
  for (let index = 0; index < text.length; index++) {
    const frame = frames.at(-1)
    switch (text[index]) {
      case '{':
        frames.push({ keys: new Set(), at: '' })
        expectsKey = true
        break
      case '[':
        frames.push({ keys: undefined, at: 0 })
        expectsKey = false
        break
      case '}':
      case ']':
        frames.pop()
        break
      case ',':
        expectsKey = frame?.keys !== undefined
        if (typeof frame?.at === 'number') frame.at++
        break
      case '"': {
        const end = endOfString(text, index)
        if (expectsKey && frame?.keys) {
          const key = String(JSON.parse(text.slice(index, end)))
          if (frame.keys.has(key)) found.push({ path: frames.slice(0, -1).map(({ at }) => at), key })
          frame.keys.add(key)
          frame.at = key
          expectsKey = false
        }
        index = end - 1
      }
    }
  }
  return found
}

/** The position after the string that starts at `start`: after the first quote that an even number of backslashes precedes. */
function endOfString(text: string, start: number): number {
  let end = start + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}
