import { formatTimestamp } from './timestamp.ts'

/** The client's data for rendering a text. */
export interface Reader {
  /** The language of dates, times and the client's texts, by default British English. */
  locale?: string | undefined
  /** The reference time of relative timestamps, in milliseconds. */
  now: number
  /** The name of a known user, role or channel. */
  nameOf: (id: string, kind: 'user' | 'role' | 'channel') => string | undefined
}

type Rule = [pattern: RegExp, show: (match: string[], reader: Reader) => string | undefined]

const inner =
  (before = '', after = before): Rule[1] =>
  ([, text = ''], reader) =>
    `${before}${showInline(text, reader)}${after}`

const asWritten: Rule[1] = ([text]) => text

// In Discord's order: the first matching rule wins. The patterns are those of Discord's parser.
const RULES: Rule[] = [
  // A backslash escapes any punctuation after it.
  [/\\([^0-9A-Za-z\s])/y, ([, sign]) => sign],
  [/```[\s\S]*?```/y, asWritten],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, asWritten],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url]) => url],
  [/https?:\/\/[^\s<]+[^<.,:;"'\]\s]/y, asWritten],
  [
    /\[((?:\\.|[^\][\\]|\[[^\]]*\])+)\]\(<?(https?:\/\/(?:\\.|[^\s()\\>]|\([^\s()]*\))+)>?(?:\s+["'][^"']*["'])?\)/y,
    showLink,
  ],
  [
    /<t:(-?\d{1,17})(?::([tTdDfFsSR]))?>/y,
    ([all = '', seconds, style = 'f'], { now, locale = 'en-GB' }) =>
      formatTimestamp(Number(seconds), style, now, locale) ?? all,
  ],
  [/<@!?(\d+)>/y, ([, id = ''], { nameOf }) => `@${nameOf(id, 'user') ?? 'unknown-user'}`],
  [/<@&(\d+)>/y, ([, id = ''], { nameOf }) => `@${nameOf(id, 'role') ?? 'unknown-role'}`],
  [/<#(\d+)>/y, ([, id = ''], { nameOf }) => `#${nameOf(id, 'channel') ?? 'unknown'}`],
  [/<a?:(\w{2,32}):\d+>/y, ([, name]) => `:${name}:`],
  [/<\/([-_'\p{L}\p{N} ]{1,100}):\d+>/uy, ([, name]) => `/${name}`],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, inner()],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, inner()],
  [/\*(?=\S)((?:\\[\s\S]|\*\*|\s+(?:[^*\s]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, inner()],
  [/(?<![\p{L}\p{N}_])_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/uy, inner()],
  [/~~(?=\S)((?:\\[\s\S]|[^\\])*?\S)~~/y, inner()],
  [/\|\|([\s\S]+?)\|\|/y, inner('▒')],
]

/** Renders Discord's Markdown as plain text, so that unescaped formatting becomes visible. */
export function showMarkdown(text: string, reader: Reader): string {
  // Lines in code blocks stay unchanged.
  const parts = text.split(/(```[\s\S]*?```)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : showLines(part, reader))).join('')
}

function showLines(text: string, reader: Reader): string {
  return showInline(text.split('\n').map(showLineStart).join('\n'), reader)
}

/** Renders a line with a prefix: headings, subtext, quotes and lists. */
function showLineStart(line: string): string {
  return line
    .replace(/^(>>> |> )/, '▎ ')
    .replace(/^(?:#{1,3}|-#)\s+(?=\S)/, '')
    .replace(/^(\s*)[-*]\s+(?=\S)/, '$1• ')
}

function showInline(text: string, reader: Reader): string {
  let shown = ''
  let index = 0
  while (index < text.length) {
    const found = applyRule(text, index, reader)
    shown += found?.shown ?? text.charAt(index)
    index += found?.length ?? 1
  }
  return shown
}

function applyRule(text: string, index: number, reader: Reader): { shown: string; length: number } | undefined {
  for (const [pattern, show] of RULES) {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match === null) continue
    return { shown: show([...match], reader) ?? match[0], length: match[0].length }
  }
  return undefined
}

function showLink([, label = '', url = '']: string[], reader: Reader): string {
  return `${showInline(label, reader)} (${url.replaceAll(/\\(.)/g, '$1')})`
}
