import { isSteamId } from '../model/steam-id.ts'
import { atLine, type Entry, type Rest, type Role, type TextPlace } from './entry.ts'
import { mayBeEnd, placesOf } from './field-names.ts'
import { findIds, trimEndWhile } from './find-ids.ts'
import { readLines } from './lines.ts'
import { isBlank, linesOf, withoutLeading } from './marks.ts'
import { type FieldRecord, type Found, GROUP_TITLE, readFound } from './records.ts'
import { roleOfGroup } from './roles.ts'

const SEPARATOR = /[:：=]/
/** What stands after the colon or the equals sign of a pair, so that an address or a time is none. */
const VALUE = /^(?:$|[\s"'\d[])/
const MAX_TITLE_CHARACTERS = 60
const MARKUP = /\*\*|__|`/g
const QUOTES = /^["']|["'],?$/g

interface Pair {
  title: string
  value: string
}

function pairOf(line: string): Pair | null {
  const content = withoutLeading(line).replaceAll(MARKUP, '').trim()
  const end = content.search(SEPARATOR)
  const title = content.slice(0, Math.max(0, end)).trim().replaceAll(QUOTES, '')
  const value = content.slice(end + 1)
  if (title === '' || title.length > MAX_TITLE_CHARACTERS || !(content.charAt(end) === '：' || VALUE.test(value)))
    return null
  return { title, value: value.trim().replaceAll(QUOTES, '') }
}

const OF_PLAYER =
  /^(?:banned )?(?:user|player|target|offender|member|account|spieler|nutzer|игрок|jugador|joueur|gracz|hráč|jogador|oyuncu|玩家)$/i

/** The account that a pair names in its value, or in its name if it has no value, with the other words of the value. */
function accountOf({ title, value }: Pair): { steamId: string; name: string } | undefined {
  const isOfAccount = value === '' || OF_PLAYER.test(title) || placesOf([title]).steamId !== undefined
  const { accounts, rest } = isOfAccount ? findIds(value === '' ? title : value) : { accounts: [], rest: '' }
  const [steamId, ...more] = accounts
  if (steamId === undefined || !isSteamId(steamId) || more.length > 0) return undefined
  return { steamId, name: trimEndWhile(rest.replace(/^[\s,()[\]-]+/, ''), /[\s,()[\]-]/) }
}

/** Whether the entries of a text are several lines of names and values each, as in YAML or in a card of Discord. */
export function hasPairs(text: string): boolean {
  let hasAccount = false
  let hasField = false
  for (const { text: line } of linesOf(text)) {
    const pair = /[:：=]/.test(line) ? pairOf(line) : null
    if (pair === null) continue
    if (accountOf(pair) !== undefined) hasAccount = true
    else hasField ||= Object.keys(placesOf([pair.title])).length > 0 || GROUP_TITLE.test(pair.title)
    if (hasAccount && hasField) return true
  }
  return false
}

type Line = Pick<TextPlace, 'line' | 'text'>

/** The pairs of an entry as a record; null if none of them names an account. */
function toRecord(pairs: readonly Pair[], lines: readonly Line[], role: Role | undefined): FieldRecord | null {
  if (!pairs.some((pair) => accountOf(pair) !== undefined)) return null
  const fields = pairs.flatMap((pair): Pair[] => {
    const account = accountOf(pair)
    if (account === undefined) return [pair]
    const name = account.name === '' ? [] : [{ title: 'name', value: account.name }]
    return [{ title: 'steamid64', value: account.steamId }, ...name]
  })
  return {
    line: lines[0]?.line ?? 1,
    text: lines.map((line) => line.text.trim()).join('\n'),
    titles: fields.map(({ title }) => title),
    values: fields.map(({ value }) => value),
    role,
  }
}

const isFieldOfEntry = (pair: Pair) => pair.value !== '' || accountOf(pair) !== undefined

/** A line: its pair, and the role that it gives as a heading. */
interface ReadLine {
  line: Line
  pair: Pair | null
  heading: Role | undefined
  /** Whether it is neither a pair nor a heading and has no account, such as the second line of a reason. */
  isLoose: boolean
}

function readLine(line: Line): ReadLine {
  const { text } = line
  const pair = pairOf(text)
  if (pair !== null && isFieldOfEntry(pair)) return { line, pair, heading: undefined, isLoose: false }
  const hasAccount = isBlank(text) || findIds(text).accounts.length > 0
  const heading = hasAccount ? undefined : roleOfGroup(pair?.title ?? withoutLeading(text))
  return { line, pair, heading, isLoose: pair === null && heading === undefined && !hasAccount }
}

/** The entries of a text as records, and its other lines. */
function* recordsOf(text: string): Iterable<FieldRecord | Line> {
  let open: { pair: Pair; line: Line }[] = []
  /** The role that a heading gives to the entry below it. */
  let role: Role | undefined
  const close = (): (FieldRecord | Line)[] => {
    const lines = open.map(({ line }) => line)
    const pairs = open.map(({ pair }) => pair)
    const record = toRecord(pairs, lines, role)
    open = []
    return record === null ? lines : [record]
  }
  const isNext = ({ text }: Line, { title, value }: Pair) =>
    value === '' || /^\s*-\s/.test(text) || open.some((other) => other.pair.title === title)
  for (const { line, pair, heading, isLoose } of Array.from(linesOf(text), readLine)) {
    if (pair === null ? !isLoose : isNext(line, pair)) yield* close()
    if (pair !== null && isFieldOfEntry(pair)) {
      open.push({ pair, line })
      continue
    }
    if (heading === undefined && !isBlank(line.text)) yield line
    if (!isBlank(line.text) && !(isLoose && open.length > 0)) role = pair === null ? heading : (heading ?? role)
  }
  yield* close()
}

const isRecord = (item: FieldRecord | Line): item is FieldRecord => 'values' in item

/** An end outside of all entries is one of its neighbours, and nobody knows of which: it becomes an end that is not read. */
function withOuterEnds(items: (FieldRecord | Line)[]): (FieldRecord | Line)[] {
  if (!items.some((item) => !isRecord(item) && mayBeEnd(pairOf(item.text)?.title ?? ''))) return items
  return items.map((item, index) => {
    if (!isRecord(item) || item.titles.some((title) => mayBeEnd(title ?? ''))) return item
    const before = items.slice(0, index).findLastIndex(isRecord) + 1
    const next = items.slice(index + 1).findIndex(isRecord)
    const around = [
      ...items.slice(before, index),
      ...items.slice(index + 1, next === -1 ? undefined : index + 1 + next),
    ]
    const end = around.find(({ text }) => mayBeEnd(pairOf(text)?.title ?? ''))
    return end === undefined
      ? item
      : { ...item, titles: [...item.titles, 'until'], values: [...item.values, end.text.trim()] }
  })
}

/** Reads a text whose entries are several lines of names and values each; other lines are read alone. */
export function readPairs(text: string, now: number): Iterable<Entry | Rest> {
  const items = withOuterEnds([...recordsOf(text)])
  const found = items.flatMap((item): Found[] =>
    isRecord(item) ? [item] : [...atLine(item.line, readLines(item.text, now))],
  )
  return readFound(found, now)
}
