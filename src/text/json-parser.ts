import { LETTER_OR_DIGIT } from './find-ids.ts'

/** A value in JSON; large numbers are texts, because `Number` would round an id. */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** An object in JSON. */
export class JsonObject {
  /** Its line, counted from 1. */
  readonly line: number
  /** The whole object as written. */
  text = ''
  readonly members = Object.create(null) as Record<string, Json>
  constructor(line: number) {
    this.line = line
  }

  toJSON(): Record<string, Json> {
    return this.members
  }
}

/** A text and its line, counted from 1. */
interface Line {
  line: number
  text: string
}

const SPACE = /\s*/y
/** A string, a number or a word; whether it is valid is for `JSON.parse` to say. */
const SCALAR = /"[^"\\\n]*(?:\\.[^"\\\n]*)*"|-?\d[\d.eE+-]*|true|false|null/y
/** The bracket of a value, which is not the one of a time such as `[12:03]` or of a name such as `[RCON]`. */
const VALUE = /\{|\[(?=\s*(?:[[{"\]/]|(?:-?\d+(?:\.\d+)?|true|false|null)\s*[,\]]|$))|$/
/** What comments out the rest of a line. */
const COMMENT_START = /(?:#|\/\/|~~|--)\s*$/
/** Deeper lists are not understood, because reading one should not take long. */
const MAX_DEPTH = 100

/** Reads the values in JSON of a text one after another, with their lines and their digits, which `JSON.parse` does not keep. */
class JsonReader {
  private readonly text: string
  private index = 0
  private line = 1
  private countedTo = 0
  constructor(text: string) {
    this.text = text.trimEnd()
  }

  *parts(): Iterable<{ value: Json } | Line> {
    while (this.index < this.text.length) {
      const around = this.readAround()
      if (LETTER_OR_DIGIT.test(around.text)) yield around
      if (/[{[]/.test(this.text.charAt(this.index))) yield { value: this.readValue(1) }
    }
  }

  /** Reads what stands before the next value: words, such as an echo of the command, and values that are commented out. */
  private readAround(): Line {
    this.match(SPACE)
    const { index: start } = this
    const line = this.lineAt(start)
    const end = start + this.text.slice(start).search(VALUE)
    const before = this.text.slice(start, end)
    // A value has ended too early, and what belongs to it, such as its end or its status, follows.
    if (/^[\s,]*[\]}"]/.test(before)) this.fail()
    this.index = end
    // A comment of several lines could contain entries, which must not be read as bans.
    if (before.lastIndexOf('/*') > before.lastIndexOf('*/')) this.fail()
    if (COMMENT_START.test(before.slice(-9))) this.index += this.text.slice(this.index).search(/\n|$/)
    return {
      line,
      text: this.text
        .slice(start, this.index)
        .replaceAll(/```\w*/g, '')
        .trimEnd(),
    }
  }

  private fail(): never {
    throw new SyntaxError('The JSON is damaged.')
  }

  /** The line at which reading has failed. */
  damage(): Line {
    const start = this.text.lastIndexOf('\n', this.index - 1) + 1
    return { line: this.lineAt(this.index), text: this.text.slice(start).split('\n', 1).join('').trim() }
  }

  private lineAt(index: number): number {
    this.line += this.text.slice(this.countedTo, index).split('\n').length - 1
    this.countedTo = index
    return this.line
  }

  /** The match of a pattern at this place, after which reading goes on. */
  private match(pattern: RegExp): string {
    pattern.lastIndex = this.index
    const [found = ''] = pattern.exec(this.text) ?? []
    this.index += found.length
    return found
  }

  /** Whether a mark is next, which is skipped then, as are the spaces before it. */
  private skip(mark: string): boolean {
    this.match(SPACE)
    const isNext = this.text.charAt(this.index) === mark
    if (isNext) this.index++
    return isNext
  }

  private readScalar(): string | number | boolean | null {
    this.match(SPACE)
    const written = this.match(SCALAR)
    const value = JSON.parse(written.replaceAll(/\p{Cc}/gu, ' ')) as ReturnType<JsonReader['readScalar']>
    return typeof value !== 'number' || Number.isSafeInteger(Math.trunc(value)) ? value : written
  }

  private readValue(depth: number): Json {
    if (depth > MAX_DEPTH) this.fail()
    if (this.skip('[')) {
      const items: Json[] = []
      this.readItems(']', () => items.push(this.readValue(depth + 1)))
      return items
    }
    if (!this.skip('{')) return this.readScalar()
    const start = this.index - 1
    const object = new JsonObject(this.lineAt(start))
    this.readItems('}', () => this.readMember(object, depth))
    object.text = this.text.slice(start, this.index)
    return object
  }

  private readItems(end: ']' | '}', readItem: () => void): void {
    if (this.skip(end)) return
    do readItem()
    while (this.skip(','))
    if (!this.skip(end)) this.fail()
  }

  private readMember({ members }: JsonObject, depth: number): void {
    const name = this.readScalar()
    if (typeof name !== 'string' || !this.skip(':')) this.fail()
    const value = this.readValue(depth + 1)
    const known = members[name]
    // Two lists with the same name are joined. Two different values with the same name contradict each other.
    if (Array.isArray(known) && Array.isArray(value)) for (const item of value) known.push(item)
    else if (known === undefined || known === value) members[name] = value
    else this.fail()
  }
}

/** The values in JSON of a text one after another, and what stands around them; or the line at which one of them is damaged. */
export function readJsonParts(text: string): ({ value: Json } | Line)[] | Line {
  const reader = new JsonReader(text)
  try {
    return [...reader.parts()]
  } catch (error) {
    // A RangeError is thrown for millions of escaped characters in one string, which overflow the stack of the pattern.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    return reader.damage()
  }
}
