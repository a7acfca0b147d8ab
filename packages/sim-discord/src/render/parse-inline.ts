/** A part of a line in Discord's Markdown; `source` is the part as written. */
export type Inline = { source: string } & (
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'codeBlock'; language: string | undefined; text: string }
  | { type: 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler'; children: Inline[] }
  /** A masked link has a label; the address of another link may be in angle brackets. */
  | { type: 'link'; url: string; label: Inline[] | undefined; isBracketed: boolean }
  | { type: 'time'; seconds: number; style: string }
  | { type: 'mention'; kind: 'user' | 'role' | 'channel'; id: string }
  | { type: 'emoji'; name: string }
  | { type: 'command'; name: string }
)
type Part = Inline extends infer Each ? (Each extends Inline ? Omit<Each, 'source'> : never) : never

type Rule = [pattern: RegExp, toPart: (match: string[]) => Part]

const styled =
  (type: 'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler'): Rule[1] =>
  ([, text = '']) => ({ type, children: parseInline(text) })
const mention =
  (kind: 'user' | 'role' | 'channel'): Rule[1] =>
  ([, id = '']) => ({ type: 'mention', kind, id })
const link = (url: string, isBracketed: boolean): Part => ({ type: 'link', url, label: undefined, isBracketed })

// In Discord's order: the first matching rule wins. The patterns are those of Discord's parser.
const RULES: Rule[] = [
  // A backslash escapes any punctuation after it.
  [/\\([^0-9A-Za-z\s])/y, ([, sign = '']) => ({ type: 'text', text: sign })],
  [/```(?:([\w+.-]+)\n)?\n*([\s\S]*?)\n*```/y, ([, language, text = '']) => ({ type: 'codeBlock', language, text })],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , text = '']) => ({ type: 'code', text: trimCode(text) })],
  [/<(https?:\/\/[^\s>]+)>/y, ([, url = '']) => link(url, true)],
  [/https?:\/\/[^\s<]+[^<.,:;"'\]\s]/y, ([url = '']) => link(url, false)],
  [
    /\[((?:\\.|[^\][\\]|\[[^\]]*\])+)\]\(<?(https?:\/\/(?:\\.|[^\s()\\>]|\([^\s()]*\))+)>?(?:\s+["'][^"']*["'])?\)/y,
    ([, label = '', url = '']) => ({
      type: 'link',
      url: url.replaceAll(/\\(.)/g, '$1'),
      label: parseInline(label),
      isBracketed: false,
    }),
  ],
  [
    /<t:(-?\d{1,17})(?::([tTdDfFsSR]))?>/y,
    ([, seconds, style = 'f']) => ({ type: 'time', seconds: Number(seconds), style }),
  ],
  [/<@!?(\d+)>/y, mention('user')],
  [/<@&(\d+)>/y, mention('role')],
  [/<#(\d+)>/y, mention('channel')],
  [/<a?:(\w{2,32}):\d+>/y, ([, name = '']) => ({ type: 'emoji', name })],
  [/<\/([-_'\p{L}\p{N} ]{1,100}):\d+>/uy, ([, name = '']) => ({ type: 'command', name })],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, styled('strong')],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, styled('underline')],
  [/\*(?=\S)((?:\\[\s\S]|\*\*|\s+(?:[^*\s]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, styled('emphasis')],
  [/(?<![\p{L}\p{N}_])_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/uy, styled('emphasis')],
  [/~~(?=\S)((?:\\[\s\S]|[^\\])*?\S)~~/y, styled('strike')],
  [/\|\|([\s\S]+?)\|\|/y, styled('spoiler')],
]

/** Parses Discord's Markdown within lines; plain characters in sequence are one part. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let index = 0
  while (index < text.length) {
    const part = applyRule(text, index) ?? {
      type: 'text' as const,
      text: text.charAt(index),
      source: text.charAt(index),
    }
    const last = parts.at(-1)
    if (part.type === 'text' && last?.type === 'text') {
      last.text += part.text
      last.source += part.source
    } else parts.push(part)
    index += part.source.length
  }
  return parts
}

function applyRule(text: string, index: number): Inline | undefined {
  for (const [pattern, toPart] of RULES) {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match !== null) return { ...toPart([...match]), source: match[0] }
  }
  return undefined
}

/** A space next to a backtick at the edge only separates it from the mark. */
function trimCode(text: string): string {
  return text.replace(/^ (?=`)/, '').replace(/(?<=`) $/, '')
}
