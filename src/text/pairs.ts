import { isSteamId } from '../model/steam-id.ts'
import type { Entry, Rest, Role } from './entry.ts'
import { placesOf } from './field-names.ts'
import { findIds } from './find-ids.ts'
import { readLines } from './lines.ts'
import { isBlank, leadingOf, linesOf } from './marks.ts'
import { createRecordReader, type FieldRecord } from './records.ts'
import { roleOfGroup } from './roles.ts'

const PAIR = /^["']?([^:="'\n]{1,60}?)["']?\s{0,20}[:：=](?:\s{1,20}|(?=["'\d[])|$)(.*)$/
const MARKUP = /\*\*|__|`/g
const QUOTES = /^["']|["'],?$/g

interface Pair {
  title: string
  value: string
}

function pairOf(line: string): Pair | null {
  const content = line.slice(leadingOf(line).length).replaceAll(MARKUP, '').trim()
  const [, title, value = ''] = PAIR.exec(content) ?? []
  return title === undefined ? null : { title: title.trim(), value: value.trim().replaceAll(QUOTES, '') }
}

/** The account that a pair names in its value, or in its name if it has no value. */
function accountOf({ title, value }: Pair): string | undefined {
  const text = value === '' ? title : placesOf([title]).steamId === undefined ? '' : value
  const [account, ...more] = findIds(text).accounts
  return account !== undefined && isSteamId(account) && more.length === 0 ? account : undefined
}

/** Whether the entries of a text are several lines of names and values each, as in YAML or in a card of Discord. */
export function hasPairs(text: string): boolean {
  let hasAccount = false
  let hasField = false
  for (const { text: line } of linesOf(text)) {
    const pair = /[:：=]/.test(line) ? pairOf(line) : null
    if (pair === null) continue
    if (accountOf(pair) !== undefined) hasAccount = true
    else hasField ||= Object.keys(placesOf([pair.title])).length > 0
    if (hasAccount && hasField) return true
  }
  return false
}

/** Reads a text whose entries are several lines of names and values each; other lines are read alone. */
export function* readPairs(text: string, now: number): Iterable<Entry | Rest> {
  const items: (FieldRecord | { line: number; text: string })[] = []
  let open: Pair[] = []
  let lines: { line: number; text: string }[] = []
  let role: Role | undefined
  const close = () => {
    const [first] = lines
    if (first !== undefined && open.some((pair) => accountOf(pair) !== undefined)) {
      const fields = open.map((pair) =>
        pair.value === '' ? { title: 'steamid64', value: accountOf(pair) ?? '' } : pair,
      )
      const titles = fields.map(({ title }) => title)
      items.push({
        line: first.line,
        text: lines.map((line) => line.text.trim()).join('\n'),
        titles,
        values: fields.map(({ value }) => value),
        role,
      })
    } else items.push(...lines)
    open = []
    lines = []
  }
  for (const line of linesOf(text)) {
    const pair = pairOf(line.text)
    const isNamed = pair?.value === '' && accountOf(pair) !== undefined
    const isNext = /^\s*-\s/.test(line.text) || open.some(({ title }) => title === pair?.title) || isNamed
    if (pair === null || isNext || (pair.value === '' && !isNamed)) close()
    if (pair !== null && (pair.value !== '' || isNamed)) {
      open.push(pair)
      lines.push(line)
    } else if (!isBlank(line.text)) {
      const heading = roleOfGroup(pair?.title ?? line.text.slice(leadingOf(line.text).length))
      if (heading === undefined) items.push(line)
      role = heading ?? (pair === null ? undefined : role)
    }
  }
  close()
  const readRecord = createRecordReader(
    items.filter((item) => 'values' in item),
    now,
  )
  for (const item of items) {
    if ('values' in item) yield* readRecord(item)
    else for (const read of readLines(item.text, now)) yield { ...read, line: item.line }
  }
}
