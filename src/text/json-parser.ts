import { LETTER_OR_DIGIT } from './find-ids.ts'

/** A value in JSON; large numbers are texts, because `Number` would round an id. */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** An object in JSON with its line, counted from 1, and its place in the text. */
export class JsonObject {
  end = 0
  /** Whether members are missing, so that the object is no entry. */
  isDamaged = false
  readonly members = Object.create(null) as Record<string, Json>
  readonly line: number
  readonly start: number
  constructor(line: number, start: number) {
    this.line = line
    this.start = start
  }
}

/** A part of a text that is a value in JSON, or that is not, such as an entry that breaks off. */
export type JsonPart = { value: Json } | { line: number; text: string; isDamaged: boolean }

const TOKEN = /\s*(?:([{}[\]:,])|(")|(-?\d[\d.eE+-]{0,40}|true|false|null))/y
/** Deeper lists are not understood, because reading one should not take long. */
const MAX_DEPTH = 100
const MAX_SPACE = 100

/** Where an entry may begin after one that is damaged: a bracket after the end of another one or at the beginning of a line. */
function nextEntry(text: string, from: number): number {
  for (let index = text.indexOf('{', from); index !== -1; index = text.indexOf('{', index + 1)) {
    const before = text.slice(Math.max(from, index - MAX_SPACE), index)
    const end = before.trimEnd()
    if (before.slice(end.length).includes('\n') || /[}\]],?$/.test(end)) return index
  }
  return text.length
}

class Damage extends Error {}

/**
 * Reads the values in JSON of a text one after another. An element of the outermost array that is damaged is lost alone, and what stands before the
 * place where a text breaks off is kept.
 */
class JsonParser {
  private index = 0
  private line = 1
  private counted = 0
  readonly parts: JsonPart[] = []
  breaksOff = false
  /** Whether nothing but white space stands around the values. */
  isAlone = true
  private isEndNamed = false

  private readonly text: string
  constructor(text: string) {
    this.text = text
  }

  parse(): JsonPart[] {
    while (this.index < this.text.length) {
      const start = this.nextBracket()
      this.addOutside(start)
      this.index = start
      if (start < this.text.length) this.parts.push(...this.readEntry(0, false).map((value) => ({ value })))
    }
    return this.parts
  }

  private damage(): Damage {
    if (this.text.slice(this.index).trim() === '') this.breaksOff = true
    return new Damage()
  }

  private lineAt(index: number): number {
    for (; this.counted < index; this.counted++) if (this.text.charCodeAt(this.counted) === 10) this.line++
    return this.line
  }

  private nextBracket(): number {
    const found = this.text.slice(this.index).search(/[{[]/)
    return found === -1 ? this.text.length : this.index + found
  }

  /** Text outside of the JSON, such as an echo of the command. */
  private addOutside(end: number): void {
    const bare = this.text.slice(this.index, end).replaceAll(/```\w*/g, '')
    this.isAlone &&= bare.trim() === ''
    if (LETTER_OR_DIGIT.test(bare))
      this.parts.push({ line: this.lineAt(this.index), text: bare.trim(), isDamaged: false })
  }

  /** Does a step of reading; if the text is damaged there, names the part from `start` and goes to the place where the next entry may begin. */
  private try(start: number, step: () => Json): Json[] {
    const line = this.lineAt(start)
    try {
      return [step()]
    } catch (error) {
      if (!(error instanceof Damage)) throw error
      this.index = nextEntry(this.text, Math.max(this.index, start + 1))
      const text = this.text.slice(start, this.index).trim().replace(/,$/, '')
      // The end of a text that breaks off is damage of the entry, of its array and of the object around it.
      if (!this.isEndNamed) this.parts.push({ line, text, isDamaged: true })
      this.isEndNamed = this.index === this.text.length
      return []
    }
  }

  private readEntry(depth: number, isEntry: boolean): Json[] {
    return this.try(this.index, () => this.readValue(depth, isEntry))
  }

  private next(): { mark?: string | undefined; quoted?: string; plain?: string | undefined } {
    TOKEN.lastIndex = this.index
    const [token, mark, quote, plain] = TOKEN.exec(this.text) ?? []
    if (token === undefined) throw this.damage()
    this.index += token.length
    return quote === undefined ? { mark, plain } : { quoted: this.readString() }
  }

  /** The text up to the closing quote. A string ends on its line, so that a missing quote concerns one entry only. */
  private readString(): string {
    const start = this.index
    for (; ; this.index++) {
      const character = this.text.charAt(this.index)
      if (character === '"') break
      if (character === '' || character === '\n') throw this.damage()
      if (character === '\\') this.index++
    }
    const written = this.text.slice(start, this.index++)
    return written.includes('\\') ? String(parseJson(`"${written}"`)) : written
  }

  private readValue(depth: number, isEntry: boolean): Json {
    if (depth > MAX_DEPTH) throw new Damage()
    const { mark, quoted, plain } = this.next()
    if (mark === '{') return this.readObject(depth, isEntry)
    if (mark === '[') return this.readArray(depth, isEntry)
    if (quoted !== undefined) return quoted
    if (plain === undefined) throw new Damage()
    return Number.isSafeInteger(Math.trunc(Number(plain))) || !/\d/.test(plain) ? (parseJson(plain) as Json) : plain
  }

  private readObject(depth: number, isEntry: boolean): JsonObject {
    const object = new JsonObject(this.lineAt(this.index - 1), this.index - 1)
    const read = () => {
      for (let { mark, quoted } = this.next(); mark !== '}'; { mark, quoted } = this.next()) {
        if (mark === ',') continue
        if (quoted === undefined || this.next().mark !== ':') throw new Damage()
        object.members[quoted] = this.readValue(depth + 1, isEntry)
      }
      return null
    }
    // An object around the list keeps what stands before its damage.
    if (isEntry || depth > 1) read()
    else object.isDamaged = this.try(object.start, read).length === 0
    object.end = this.index
    return object
  }

  private readArray(depth: number, isEntry: boolean): Json[] {
    const values: Json[] = []
    for (;;) {
      const before = this.index
      const { mark } = isEntry ? this.next() : this.peekMark()
      if (mark === ']') return values
      if (mark === '') {
        this.try(before, () => {
          throw this.damage()
        })
        return values
      }
      if (mark === ',') continue
      this.index = before
      if (isEntry) values.push(this.readValue(depth + 1, true))
      else {
        this.skipSpace()
        values.push(...this.readEntry(depth + 1, true))
        this.skipSpace()
        // Words after an account say something of it that is no JSON.
        if (!/^[,\]{}]?$/.test(this.text.charAt(this.index)) && typeof values.at(-1) !== 'object') {
          values.pop()
          this.try(before, () => {
            throw this.damage()
          })
        }
      }
    }
  }

  /** The next mark of a list; the end of the text ends the list, and is damage. */
  private peekMark(): { mark?: string | undefined } {
    this.skipSpace()
    const mark = this.text.charAt(this.index)
    if (mark === ']' || mark === ',') this.index++
    return { mark }
  }

  private skipSpace(): void {
    while (/\s/.test(this.text.charAt(this.index))) this.index++
  }
}

/** Reads the values in JSON of a text one after another, and what stands around them. */
export const readJsonParts = (text: string): JsonPart[] => new JsonParser(text).parse()

/** Whether a text is a single object or array in JSON that does not break off; mistakes inside of an entry are forgiven. */
export function isWholeJson(text: string): boolean {
  const parser = new JsonParser(text)
  const parts = parser.parse()
  const [value, ...more] = parts.flatMap((part) => ('value' in part ? [part.value] : []))
  const isDamaged = value instanceof JsonObject && value.isDamaged
  return value !== undefined && more.length === 0 && parser.isAlone && !parser.breaksOff && !isDamaged
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Damage()
  }
}
