const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const NO_COLUMN = /^[\p{M}\p{Cf}\p{Cc}]+$/u
const PICTURE = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u
// The wide and full-width ranges of Unicode.
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6]/u

/** The width of a text in terminal columns; without escape sequences. */
export function columnsOf(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + columnsOfOne(segment), 0)
}

/** Wraps a line to a width: at spaces, and inside words that are too long. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<=\S) /).flatMap((word) => breakWord(word, columns))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (columnsOf(longer) <= columns) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  return [...lines, line]
}

function breakWord(word: string, columns: number): string[] {
  const pieces = ['']
  let room = columns
  for (const { segment } of graphemes.segment(word)) {
    const needed = columnsOfOne(segment)
    if (needed > room && pieces.at(-1) !== '') {
      pieces.push('')
      room = columns
    }
    pieces[pieces.length - 1] += segment
    room -= needed
  }
  return pieces
}

function columnsOfOne(grapheme: string): number {
  if (NO_COLUMN.test(grapheme)) return 0
  return PICTURE.test(grapheme) || WIDE.test(grapheme) ? 2 : 1
}
