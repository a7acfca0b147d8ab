import { parseInline, type Inline } from './parse-inline.ts'
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

/** Renders Discord's Markdown as plain text, so that unescaped formatting becomes visible. */
export function showMarkdown(text: string, reader: Reader): string {
  // Lines in code blocks stay unchanged.
  const parts = text.split(/(```[\s\S]*?```)/)
  return parts.map((part, index) => (index % 2 === 1 ? part : showLines(part, reader))).join('')
}

function showLines(text: string, reader: Reader): string {
  return showParts(parseInline(text.split('\n').map(showLineStart).join('\n')), reader)
}

/** Renders a line with a prefix: headings, subtext, quotes and lists. */
function showLineStart(line: string): string {
  return line
    .replace(/^(>>> |> )/, '▎ ')
    .replace(/^(?:#{1,3}|-#)\s+(?=\S)/, '')
    .replace(/^(\s*)[-*]\s+(?=\S)/, '$1• ')
}

function showParts(parts: readonly Inline[], reader: Reader): string {
  return parts.map((part) => showPart(part, reader)).join('')
}

function showPart(part: Inline, reader: Reader): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'code':
    case 'codeBlock':
      return part.source
    case 'spoiler':
      return `▒${showParts(part.children, reader)}▒`
    case 'link':
      return part.label === undefined ? part.url : `${showParts(part.label, reader)} (${part.url})`
    case 'time':
      return formatTimestamp(part.seconds, part.style, reader.now, reader.locale ?? 'en-GB') ?? part.source
    case 'mention':
      return showMention(part, reader)
    case 'emoji':
      return `:${part.name}:`
    case 'command':
      return `/${part.name}`
    default:
      return showParts(part.children, reader)
  }
}

/** A mention with its sign, such as `@raider`. */
export function showMention({ kind, id }: Extract<Inline, { type: 'mention' }>, { nameOf }: Pick<Reader, 'nameOf'>) {
  const name = nameOf(id, kind)
  return kind === 'channel' ? `#${name ?? 'unknown'}` : `@${name ?? `unknown-${kind}`}`
}
