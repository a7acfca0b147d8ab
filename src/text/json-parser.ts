import { LETTER_OR_DIGIT } from './find-ids.ts'

/** A value in JSON; large numbers are texts, because `Number` would round an id. */
export type Json = string | number | boolean | null | Json[] | JsonObject

/** An object in JSON. */
export class JsonObject {
  /** Its line, counted from 1. */
  line = 1
  start = 0
  /** The whole object; empty if it is damaged, so that it is no entry. */
  text = ''
  readonly members = Object.create(null) as Record<string, Json>

  toJSON(): Record<string, Json> {
    return this.members
  }
}

/** A part of a text that is a value in JSON, or that is not, such as an entry that breaks off. */
export type JsonPart = { value: Json } | DamagedPart | { line: number; text: string; isDamaged: false }

interface DamagedPart {
  line: number
  text: string
  isDamaged: true
  /** Whether it is a part of what stands around the entries, such as the name of their list. */
  isAround: boolean
}

/** A mark, or another value with the colon after it. A string ends on its line, so that a missing quote concerns one entry only. */
const TOKEN =
  /(?:([{}[\],])|("[^"\\\n]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\n]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(\s*:)?)\s*/y
/** A bracket that may begin an entry after one that is damaged, with the spaces before its line. */
const ENTRY = /(?:\n([^\S\n]{0,99})(?:[}\]],?[^\S\n]{0,9})?|[}\]],?[^\S\n]{0,9})\{/g
/** What comments out the rest of a line. */
const COMMENT_START = /(?:#|\/\/|~~|--)\s*$/
/** Deeper lists are not understood, because reading one should not take long. */
const MAX_DEPTH = 100

/** Reads the values in JSON of a text one after another. An element of the outermost array that is damaged is lost alone. */
class JsonReader {
  readonly parts: JsonPart[] = []
  /** Whether the text does not break off, and has nothing but white space around its values. */
  isWhole = true
  /** The arrays and objects that are not closed, and the name of the next member of the last one. */
  private readonly open: (Json[] | JsonObject)[] = []
  private name: string | undefined
  /** The outermost open array, whose elements are the entries. */
  private list: Json[] | undefined
  private index = 0
  private line = 1
  /** The number of spaces before the line of the last entry; infinite if it began inside of a line. */
  private indent = Number.POSITIVE_INFINITY
  /** Where the element begins that is lost if the text is damaged next, and how many elements its array has before it. */
  private begin = { index: 0, line: 1, complete: 0 }
  private readonly text: string
  constructor(text: string) {
    this.text = text
    while (this.index < text.length) this.readToken()
    if (this.open.length > 0) this.skip()
  }

  private moveTo(index: number, isBetween: boolean): void {
    const lines = this.text.slice(this.index, index).split('\n')
    this.line += lines.length - 1
    this.index = index
    if (!isBetween) return
    if (this.text.charAt(index) === '{') this.indent = lines.slice(1).at(-1)?.length ?? Number.POSITIVE_INFINITY
    this.begin = { index, line: this.line, complete: this.list?.length ?? 0 }
  }

  /** Where the next entry may begin: on a line that is indented no more than the damaged one, because other brackets are inside of an entry. */
  private nextEntry(): number {
    const from = Math.max(this.index, this.begin.index + 1)
    const maxIndent = this.list === undefined ? 0 : this.indent
    ENTRY.lastIndex = Math.max(0, from - 100)
    let counted = this.begin.index
    /** The arrays that are open at `counted` inside of the damaged entry. */
    let arrays = 0
    for (const { 0: match, 1: indent, index } of this.text.matchAll(ENTRY)) {
      const bracket = index + match.length - 1
      if (bracket < from || (indent?.length ?? Number.POSITIVE_INFINITY) > maxIndent) continue
      const skipped = this.text.slice(counted, index)
      arrays += countOf(skipped, '[') - countOf(skipped, ']')
      counted = index
      // An element of an array inside of the damaged entry, or the value of a member.
      const isInside = indent === undefined ? arrays > 0 : /:\s*$/.test(skipped.slice(-9))
      if (!isInside) return bracket
    }
    return this.text.length
  }

  /** The end of a comment that has begun in the skipped text; without one, `end`. */
  private endOfComment(start: number, end: number): number {
    const skipped = this.text.slice(start, end)
    const isBlock = skipped.lastIndexOf('/*') > skipped.lastIndexOf('*/')
    if (!isBlock && !COMMENT_START.test(skipped.slice(-9))) return end
    const mark = isBlock ? '*/' : '\n'
    const found = this.text.indexOf(mark, end)
    return found === -1 ? this.text.length : found + mark.length
  }

  /** Skips an element that is damaged, or text outside of the JSON, such as an echo of the command. */
  private skip(): void {
    const { list, begin } = this
    const isDamaged = this.open.length > 0
    const next = isDamaged ? this.nextEntry() : this.index + this.text.slice(this.index).search(/[{[]|$/)
    const end = this.endOfComment(begin.index, next)
    const skipped = this.text.slice(begin.index, end)
    const text = skipped.replaceAll(/```\w*/g, '').trim()
    const { line } = begin
    if (isDamaged) this.parts.push({ line, text, isDamaged, isAround: list === undefined && !/\d{17}/.test(text) })
    else if (LETTER_OR_DIGIT.test(text)) this.parts.push({ line, text, isDamaged })
    const isEnd = end === this.text.length
    this.isWhole &&= isDamaged ? list !== undefined && !isEnd : text === ''
    this.open.splice(list === undefined || isEnd ? 0 : this.open.indexOf(list) + 1)
    list?.splice(begin.complete)
    this.name = undefined
    this.moveTo(end, true)
  }

  private readToken(): void {
    const [token, mark = '', written = '', colon] = matchToken(this.text, this.index) ?? []
    if (token === undefined || !this.take(mark, written, colon !== undefined)) this.skip()
    else this.moveTo(this.index + token.length, mark !== '' && this.list === this.open.at(-1))
  }

  /** Takes a mark or another value; false if it must not stand there. */
  private take(mark: string, written: string, hasColon: boolean): boolean {
    const last = this.open.at(-1)
    if (last === undefined && !/[{[]/.test(mark)) return false
    if (/[\]},]/.test(mark)) return this.name === undefined && (mark === ',' || this.close(mark === ']'))
    if ((last instanceof JsonObject && this.name === undefined) !== hasColon) return false
    if (mark === '[') return this.add([])
    if (mark === '{') return this.add(Object.assign(new JsonObject(), { line: this.line, start: this.index }))
    if (!hasColon) return this.add(toScalar(written))
    this.name = String(toScalar(written))
    // Entries can be members that are called by their accounts.
    if (this.list === undefined && /\d{17}/.test(this.name)) this.moveTo(this.index, true)
    return true
  }

  /** An array or object that the same object has already by the same name, so that neither is lost. */
  private known(last: Json | undefined, value: Json): Json[] | JsonObject | undefined {
    const before = last instanceof JsonObject ? last.members[this.name ?? ''] : undefined
    if (Array.isArray(value) && Array.isArray(before)) return before
    return value instanceof JsonObject && before instanceof JsonObject ? before : undefined
  }

  private close(isArray: boolean): boolean {
    const last = this.open.at(-1)
    if (Array.isArray(last) !== isArray) return false
    if (last === this.list) {
      this.list = undefined
      this.begin = { index: this.index + 1, line: this.line, complete: 0 }
    }
    if (last instanceof JsonObject) last.text = this.text.slice(last.start, this.index + 1)
    this.open.pop()
    return true
  }

  private add(given: Json): boolean {
    const last = this.open.at(-1)
    const value = this.known(last, given) ?? given
    if (last === undefined) this.parts.push({ value })
    else if (last instanceof JsonObject) last.members[this.name ?? ''] = value
    // Words after an account say something of it that is no JSON.
    else if (last === this.list && last.length > this.begin.complete) return false
    else last.push(value)
    this.name = undefined
    if (Array.isArray(value)) this.list ??= value
    return typeof value !== 'object' || value === null || this.open.push(value) <= MAX_DEPTH
  }
}

const countOf = (text: string, mark: string) => text.split(mark).length - 1

function matchToken(text: string, index: number): RegExpExecArray | null {
  TOKEN.lastIndex = index
  try {
    return TOKEN.exec(text)
  } catch {
    // Millions of escaped characters in one string overflow the stack of the pattern.
    return null
  }
}

function toScalar(written: string): string | number | boolean | null {
  const value = JSON.parse(written.replaceAll(/\p{Cc}/gu, ' ')) as ReturnType<typeof toScalar>
  return typeof value !== 'number' || Number.isSafeInteger(Math.trunc(value)) ? value : written
}

/** Reads the values in JSON of a text one after another, and what stands around them. */
export const readJsonParts = (text: string): JsonPart[] => new JsonReader(text).parts

/** Whether a text is a single object or array in JSON that does not break off; mistakes inside of an entry are forgiven. */
export function isWholeJson(text: string): boolean {
  const { parts, isWhole } = new JsonReader(text)
  return isWhole && parts.filter((part) => 'value' in part).length === 1
}
