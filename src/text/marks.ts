import { findIds } from './find-ids.ts'

const ESCAPE_SEQUENCE = /[^\P{Cc}\s]\[[0-?]*[ -/]*[@-~]/gu
/** A colour without its escape character, which copying loses. */
const BARE_COLOUR = /\[\d[\d;]*m/g

/** The text without the colours and other control sequences of terminals, such as those of Discord's `ansi` blocks. */
export const withoutEscapeSequences = (text: string): string => text.replaceAll(ESCAPE_SEQUENCE, '')

/** The text without control sequences, and without colours that have lost their escape character. */
export const withoutControlSequences = (text: string): string =>
  withoutEscapeSequences(text).replaceAll(BARE_COLOUR, '')

const LINE = /([^\n\r]*)(?:\r\n|[\n\r]|$)/y

/** The lines of a text, counted from 1. */
export function* linesOf(text: string): Iterable<{ line: number; text: string }> {
  for (let line = 1, start = 0; start < text.length; line++) {
    LINE.lastIndex = start
    const [, content = ''] = LINE.exec(text) ?? []
    start = LINE.lastIndex
    yield { line, text: content }
  }
}

/** Whether a line is blank or a code fence of Discord. */
export const isBlank = (line: string): boolean => /^\s*(?:```\w*\s*)?$/.test(line)

// What stands before an entry: quotes, bullets, slashes of commands, dates, times, and the level and source of a log.
const LEADING =
  /^(?:[\s>*•·|\](){},~_`–—-]|\[(?!\p{Cf}*U:1:)|\/(?!\/)|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?=[\sT|,\])])|T?\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?: ?[ap]\.?m\.?(?![a-z]))?|Z(?=[\s\])])|[+-]\d\d:?\d\d(?=[\s\])])|:(?=\s)|\d{1,4}[.)](?=\s)|\[[a-z]{1,12}\])+/iu

/** The beginning of a line that is no part of its entry, such as a bullet, a quote mark or the time of a log. */
export const leadingOf = (line: string): string => LEADING.exec(line)?.[0] ?? ''

/** A line without its beginning that is no part of its entry. */
export const withoutLeading = (line: string): string => line.slice(leadingOf(line).length)

/** The accounts of a line that are struck out. */
export const struckOut = (line: string): Set<string> =>
  new Set((line.match(/~~[^~]+~~|<(?:del|s|strike)>[^<]*<\//gi) ?? []).flatMap((part) => findIds(part).accounts))
