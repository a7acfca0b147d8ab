/** The widest line. */
const WIDTH = 118
/** Fields and entries of an object or array that are shown; the rest is `…`. */
const MAX_FIELDS = 11
const MAX_INNER_FIELDS = 3
const MAX_OBJECTS = 1
const MAX_VALUES = 2
/** A longer address is cut to its host. */
const MAX_WHOLE_ADDRESS = 50
const MAX_ADDRESS = 32

const TIME = 1_764_201_600
/** Whole seconds from now within which a time is one of this run. */
const RECENT = 2 * 86_400
/** Fields whose values differ from run to run, with what is shown instead. */
const SETTLED: Record<string, string | number> = {
  requestId: '2c1f7b1e-5f0a-4f0e-9d0b-6a1f4e8c9b3d',
  eventsCursor: 'ZXZlbnRzIDEgNw',
  cursor: 'ZXZlbnRzIDEgOA',
  id: 'ZXZlbnRzIDEgOA',
  guildId: '900000000000000001',
  expiresAt: 1_771_977_600,
  remaining: 299,
  resetSeconds: 60,
}

/** The output of curl as a page shows it: without what differs from run to run, and with `…` for what is left out. */
export function showAnswer(output: string): string {
  const [, head, body = output] = /^(HTTP\/1\.1 [^]*?)\r\n\r\n([^]*)$/.exec(output) ?? []
  const headers = head?.split('\r\n').filter((line) => /^(HTTP|etag|link)/i.test(line)) ?? []
  return [...headers.map(settleHeader), showBody(body)].filter((text) => text !== '').join('\n')
}

const settleHeader = (line: string) =>
  line.replace(/^(etag: )"[^"]*"/i, '$1"Zm9yIHRoaXMgZW50cnk"').replace(/(after=)[^>&]+/, '$1YmFucyAxIDUw')

function showBody(body: string): string {
  if (/^(data|id|event|retry|:)/.test(body)) return showEvents(body)
  try {
    return print(settle(JSON.parse(body)))
  } catch {
    return body.replaceAll('\r\n', '\n').trimEnd()
  }
}

/** The beginning of a stream until its first data, and its last event. */
function showEvents(body: string): string {
  const events = body
    .split('\n\n')
    .filter((event) => event !== '' && !event.startsWith(':'))
    .map((event) =>
      event
        .replace(/^id: .*$/m, `id: ${SETTLED['id']}`)
        .replace(/^data: (.*)$/m, (_, data: string) => `data: ${print(settle(JSON.parse(data)))}`),
    )
  const start = events.findIndex((event) => /^data/m.test(event)) + 1
  const rest = events.slice(start)
  const last = rest.at(-1)
  return [...events.slice(0, start), ...(rest.length > 1 ? ['…'] : []), ...(last === undefined ? [] : [last])].join(
    '\n\n',
  )
}

function settle(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => settle(entry))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settle(inner, name)]))
  if (value === null) return value
  const isOpaque = field === 'next' && typeof value === 'string' && !/^\d+$/.test(value)
  if (isOpaque) return 'YmFucyAxIDUw'
  if (typeof value === 'string' && value.startsWith('https://') && value.length > MAX_WHOLE_ADDRESS)
    return `${value.slice(0, MAX_ADDRESS)}…`
  if (typeof value === 'number' && Math.abs(value - Date.now() / 1000) < RECENT) return TIME
  return SETTLED[field] ?? value
}

/** JSON on one line where it fits, else as many fields on a line as fit. */
function print(value: unknown, width = WIDTH, indent = '', depth = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isArray = Array.isArray(value)
  const all = isArray ? value.map((entry: unknown) => ['', entry] as const) : Object.entries(value)
  const limit = isArray
    ? typeof value[0] === 'object'
      ? MAX_OBJECTS
      : MAX_VALUES
    : depth > 1
      ? MAX_INNER_FIELDS
      : MAX_FIELDS
  const inner = `${indent}  `
  const parts = all.slice(0, limit).map(([name, entry]) => {
    const label = isArray ? '' : `${JSON.stringify(name)}: `
    return label + print(entry, width - label.length - 2, inner, depth + 1)
  })
  if (all.length > limit) parts.push('…')
  const [open, close] = isArray ? ['[', ']'] : ['{ ', ' }']
  if (parts.length === 0) return isArray ? '[]' : '{}'
  const line = open + parts.join(', ') + close
  if (!line.includes('\n') && line.length <= width) return line
  return `${open.trim()}\n${fill(parts, width)
    .map((each) => inner + each)
    .join(',\n')}\n${indent}${close.trim()}`
}

/** Joins parts that fit on one line; a part of several lines stays alone. */
function fill(parts: string[], width: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const joined = `${lines.at(-1)}, ${part}`
    if (lines.length > 0 && !joined.includes('\n') && joined.length < width - 2) lines[lines.length - 1] = joined
    else lines.push(part)
  }
  return lines
}
