import { MAX_UNIX_SECONDS } from '../model/unix-seconds.ts'
import { type DateOrder, fold, readDate, readDuration, unitWords } from './dates.ts'

export { type DateOrder, findDateOrder } from './dates.ts'

/**
 * The end of a ban: Unix seconds, null for good; `written` when it is not a plain absolute time, so that a preview can show how it was read; or a
 * value that may be an end and is not understood.
 */
export type End = { until: number | null; written?: string } | { unread: string }

/** The meaning of the numbers in a column: the seconds of their unit, such as 86,400 for days, or `serial date` for dates as spreadsheets store them. */
export type NumberUnit = number | 'serial date'

const FOR_GOOD: End = { until: null }
const GAME_END = /^([+-]?\d{1,18})([A-Za-z])?$/
const GAME_UNITS = new Map([
  ['s', 1],
  ['m', 60],
  ['d', 86_400],
  ['w', 604_800],
  ['M', 2_592_000],
  ['Y', 31_536_000],
])
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
/** The longest duration of the game, ten years in seconds. A larger number is a time, and no ban ended before it, in 1979. */
const MAX_DURATION = 315_360_000

/** The end at a time in Unix seconds; a time that is too late to be stored is for good. */
function toEnd(seconds: number, written: string, isPlain: boolean): End {
  if (seconds > MAX_UNIX_SECONDS) return { until: null, written }
  return isPlain ? { until: Math.floor(seconds) } : { until: Math.floor(seconds), written }
}

/** Whether the game can read an end. */
export const isGameEnd = (text: string): boolean => GAME_END.test(text)

/**
 * Reads an end as the game does: a time in Unix seconds, or a duration in hours or with a unit; 0 or less is for good. What the game cannot
 * read, it takes for good; here it is not read.
 * @example
 *   readGameEnd('30d', 1767225600) // { until: 1769817600, written: '30d' }
 *   readGameEnd('-1', 1767225600) // { until: null }
 */
export function readGameEnd(text: string, now: number): End {
  const [, digits, unit = ''] = GAME_END.exec(text) ?? []
  if (digits === undefined) return { unread: text }
  const number = Number(digits)
  if (number <= 0) return FOR_GOOD
  if (number > MAX_DURATION) return toEnd(number, text, unit === '')
  return toEnd(now + number * (GAME_UNITS.get(unit) ?? HOUR_SECONDS), text, false)
}

const phrases = (text: string) =>
  fold(text)
    .trim()
    .split(/\s*[|\n]\s*/)
/** Words for "never" in a cell, which say something else in a sentence. */
const NEVER = phrases(
  'never|no end|no expiry|nie|niemals|nikdy|nigdy|nunca|jamais|никогда|ніколи|asla|从不|永不|endlos',
)
/** Words and signs for "no end" in a cell, which may also be an answer to a question or stand for no value. */
const NO_END = new Set([
  ...NEVER,
  ...phrases(String.raw`|-|–|—|∞|\n|no|none|null|nil|n/a|na|life|kein|keins|keine|nein|žádný|ne|non|aucun|aucune|
    brak|нет|немає|ні|hayır|yok|无`),
])
/** Words for "for good" that say so in a sentence too. */
const PERMANENT =
  phrases(`perm|perma|permanent|permanently|permaban|permabanned|perma ban|permanent ban|forever|for ever|for good|
  infinite|infinity|unlimited|lifetime|for life|indefinite|indefinitely|eternal|never expires|never ends|does not expire|doesn't expire|
  dauerhaft|unbegrenzt|unbefristet|für immer|lebenslang|lebenslänglich|läuft nie ab|
  trvale|trvalý|navždy|natrvalo|permanentní|permanentně|doživotně|doživotní|
  permanente|permanentemente|para siempre|indefinido|de por vida|no caduca|no expira|
  définitif|définitive|définitivement|à vie|pour toujours|illimité|illimitée|n'expire jamais|
  na zawsze|permanentny|permanentnie|bezterminowo|dożywotnio|dożywotni|na stałe|
  para sempre|vitalício|não expira|nunca expira|
  навсегда|бессрочно|бессрочный|бессрочная|вечно|вечный|пермач|перм|пермабан|перманент|перманентно|перманентный|пожизненно|пожизненный|
  kalıcı|süresiz|sonsuz|ömür boyu|
  назавжди|безстроково|безстроковий|довічно|довічний|перманентний|
  永久|永久封禁|永远|终身|无限期|无限|永不过期|永不解封|永久有效`)
const IN_CELL = new Set(PERMANENT)
const PERMANENT_IN_WORDS = PERMANENT.map((phrase) => (/\p{Script=Han}/u.test(phrase) ? phrase : ` ${phrase} `))

/** A number with decimals. A comma or point before three digits may separate thousands. */
const NUMBER = /^(-?\d{1,18})(?:[.,](\d{1,20}))?$/
const TIMESTAMP = /^(?:\\?\/date\((-?\d{1,18})(?:[+-]\d{4})?\)\\?\/|<t:(-?\d{1,12})(?::[a-z])?>)$/i
const MIN_SERIAL_DATE = 36_526
const MAX_SERIAL_DATE = 73_051
const SERIAL_DATE_OF_1970 = 25_569

function readNumber(text: string, now: number, unit: NumberUnit | undefined, isWritten: boolean): End | undefined {
  const [, whole, decimals = ''] = NUMBER.exec(text) ?? []
  if (whole === undefined) return undefined
  const number = Number(`${whole}.${decimals}`)
  if (number === 0 || number === -1) return FOR_GOOD
  if (unit === undefined) return readEpoch(number, text)
  const isThousands = isWritten && decimals.length === 3
  if (number < 0 || (number <= MAX_DURATION && isThousands)) return { unread: text }
  if (unit === 'serial date') return readSerialDate(number, text)
  return number > MAX_DURATION ? { unread: text } : toEnd(now + number * unit, text, false)
}

function readSerialDate(number: number, text: string): End {
  if (number < MIN_SERIAL_DATE || number >= MAX_SERIAL_DATE) return readEpoch(number, text)
  // A date alone means its end.
  const days = (Number.isInteger(number) ? number + 1 : number) - SERIAL_DATE_OF_1970
  return toEnd(Math.round(days * DAY_SECONDS), text, false)
}

/** Seconds, milliseconds or microseconds, each of which is a time from 1980 on. */
function readEpoch(number: number, text: string): End {
  const scale = [1, 1e3, 1e6].find((scale) => number <= MAX_DURATION * scale * 1_000)
  return scale === undefined || number > MAX_UNIX_SECONDS * 1e6 ? { unread: text } : readTime(number / scale, text)
}

/** The end at an absolute time. The year 1 and 1970 stand for "no time" in programs; another time before 1980 is no end of a ban. */
function readTime(seconds: number, text: string, isPlain = true): End {
  if (seconds > MAX_DURATION) return toEnd(seconds, text, isPlain)
  const isNoTime = seconds === 0 || (seconds > -62_136_000_000 && seconds < -62_100_000_000)
  return isNoTime ? { until: null, written: text } : { unread: text }
}

/** Reads an end without a sentence around it; undefined for another text. */
function readPlainEnd(text: string, now: number, order?: DateOrder | null, unit?: NumberUnit): End | undefined {
  const number = readNumber(text, now, unit, true)
  if (number !== undefined) return number
  const [, milliseconds, seconds] = TIMESTAMP.exec(text) ?? []
  if (milliseconds !== undefined) return readTime(Number(milliseconds) / 1_000, text)
  if (seconds !== undefined) return readTime(Number(seconds), text)
  if (text.length > MAX_CHARACTERS) return undefined
  // MySQL's "no date".
  if (text.startsWith('0000-00-00')) return { until: null, written: text }
  const date = readDate(text, order)
  if (date !== undefined) return readTime(date.seconds, text, !date.isChosen)
  const duration = readDuration(text)
  if (duration !== undefined) return toEnd(now + duration, text, false)
  return IN_CELL.has(fold(text)) ? FOR_GOOD : undefined
}

const MAX_CHARACTERS = 100
/** A longer cell is a text, and no end. */
const MAX_SENTENCE_CHARACTERS = 1_000
const QUOTES = /^[\s="'`]{1,5}|[\s"'`]{1,5}$/g

/**
 * Reads an end of a table, of JSON or of words. Durations count from `now`, in Unix seconds. `order` is that of all dates of the column
 * (`findDateOrder`), and `unit` what its bare numbers mean (`findNumberUnit`): without it, a number that is neither a time nor 0 or -1 is not
 * read. An empty value and null are for good.
 */
export function readEnd(value: unknown, now: number, order?: DateOrder | null, unit?: NumberUnit): End {
  if (value === null || value === undefined) return FOR_GOOD
  if (typeof value === 'string') return readText(value.normalize('NFKC').replaceAll(QUOTES, ''), now, order, unit)
  if (typeof value === 'number') return readNumber(String(value), now, unit, false) ?? { unread: String(value) }
  if (typeof value !== 'object') return { unread: value === true ? 'true' : 'false' }
  const date = '$date' in value ? value.$date : value
  return typeof date === 'object' ? { unread: '{…}' } : readEnd(date, now, order)
}

function readText(text: string, now: number, order?: DateOrder | null, unit?: NumberUnit): End {
  if (text.length <= MAX_CHARACTERS && NO_END.has(fold(text))) return FOR_GOOD
  const plain = readPlainEnd(text, now, order, unit)
  if (plain !== undefined) return plain
  const end = text.length > MAX_SENTENCE_CHARACTERS ? undefined : findEndInWords(text, now, order)
  if (end === undefined || 'unread' in end) return { unread: text }
  return end.until === null ? { until: null, written: text } : end
}

/** Whether a value is written as an end: a date, a duration, a time in numbers, or a word for "for good". */
export function isLikeEnd(value: string, now: number): boolean {
  const text = value.trim()
  const end = text === '0' || text === '-1' ? undefined : readPlainEnd(text, now, 'day first')
  const isEnd = (end !== undefined && 'until' in end) || NEVER.includes(fold(text))
  return isEnd || readDate(text, 'month first') !== undefined
}

// Words that announce an end. Whatever follows one of the first is an end; the others have further meanings and need a date after them.
const WORD = /\p{Script=Latin}+|\p{Script=Cyrillic}+|至|直到|到(?=\d)|到期|截止|解封/gu
const UNTIL =
  /^(?:untill?|till?|bis|hasta|até|до|直到|到期|截止)$|^(?:expir|ablauf|abgelaufen|caduc|jusqu|vyprš|wygas|истек|истёк|спливає)/
const MAYBE_UNTIL =
  /^(?:ends?|ended|endet|exp|läuft|over|unban|unbanned|končí|kończy|do|to|au|le|ate|vence|termina|acaba|заканчивается|закінчується|bitiş|biter|至|到|解封)$/
/** Before "kadar", which also means "as much as". */
const NOT_UNTIL = /(?:^|[^\p{L}])(?:bu|o|ne|şu)?\s?$/u
/** Words that stand after the end. */
const AFTER_END = /^(?:kadar|到期|截止|解封)$/
const CONNECTOR =
  /^(?:[\s:：=,'’"“”`([*_~]|[-–—](?=\s)|(?:on|at|in|the|ab|am|zum|um|den|dem|au|à|le|el|la|dia|día|dnia|dne|em|a|na|на|в|у|date|time|datum)(?![\p{L}\p{N}])|日期|时间|于|为)+/u
const HAN_END = /^\d{1,4}(?:年\d{1,2}月\d{1,2}[日号]?|年|个月|天|周|小时|分钟)/
const MARKS_AFTER = /(?:['’]\p{L}{1,3})?[\s.,;:!?'"`*_~)\]-]{0,5}$/u
const COUNT_AND_UNIT =
  /(?:(?<![a-z\d.,/-]|\d:)\d{1,6}(?:[.,]\d{1,3})? ?-?|(?<!\p{L})(?:an?|one|eine?n?|une?|una?|uma?|bir|на|na) )(个?[年月天周]|小时|分钟|\p{L}{1,12})/gu
/** What stands before the duration of a ban: a word that says so itself, or after another word of a ban. */
const BAN_BEFORE =
  /(?:(?<!\p{L})(?:duration|length|dauer|länge|срок|длительность|тривалість|термін|durée|duración|duração|czas|süre|doba|时长|期限)|ban(?:n?ed|nt|ni|eado|ido|ován|owany|lan\p{L}{1,6})?|gesperrt|бан\p{L}{0,6}|封禁|禁封|禁止)[\s:：=([-]{0,4}$/u
const FOR_BEFORE = /(?<!\p{L})(?:for|für|na|на|por|pour|pendant|durante|przez)[\s:=([]{0,4}$/u
/** A ban before "for": with a name of up to three words between them. */
const BAN_NEAR =
  /(?:^|(?:ban\p{L}{0,10}|gesperrt|бан\p{L}{0,6}|封|禁)(?:\s(?!for|für|на|por|pour)[^\s:;,]{1,32}){0,3})\s?$/u
const BAN_AFTER = /^[\s-]{0,3}(?:\p{L}{0,5}ban|gesperrt|бан|забан|封|禁)/u
/** What stands around a duration of something else: an age, the time since an event, a time of play. */
const OTHER_BEFORE =
  /(?<!\p{L})(?:vor|il y a|hace|há|před|przed|since|last|past|letzten?|depuis|desde|play\p{L}{0,6}|hours?|spielzeit)[\s:=]{0,4}$/u
const OTHER_AFTER =
  /^\s?(?:ago|old|since|in|of|on|play\p{L}{0,6}|game\p{L}{0,6}|ingame|alt|zuvor|seit|spielzeit|назад|тому|в игре|önce|temu|atrás|de jeu|de juego|rust|前)(?!\p{L})/u
const NEARBY_CHARACTERS = 80
const MAX_WORDS = 8
const DATE_IN_TEXT = /(?<![\d./-])\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|<t:\d{1,12}(?::[a-z])?>/g

type Read = (text: string) => End | undefined

/** Reads the longest end at the beginning of a text, with what follows it. */
function readAtStart(text: string, read: Read): { end: End; after: string } | undefined {
  const words = text.slice(0, NEARBY_CHARACTERS).split(' ')
  // Perhaps a part of a word.
  if (text.length > NEARBY_CHARACTERS) words.pop()
  const lengths = words.slice(0, MAX_WORDS).map((_, index) => words.slice(0, index + 1).join(' ').length)
  for (const length of [...lengths.toReversed(), HAN_END.exec(text)?.[0].length ?? 0]) {
    const part = text.slice(0, length).replace(MARKS_AFTER, '')
    const end = part !== '' && length === text.length && NO_END.has(fold(part)) ? FOR_GOOD : read(part)
    if (end !== undefined && 'until' in end) return { end, after: text.slice(part.length) }
  }
  return undefined
}

/** Reads the longest end that a text ends with, such as one before "kadar". */
function readAtEnd(text: string, read: Read): End | undefined {
  const words = text.slice(-NEARBY_CHARACTERS).trim().split(' ').slice(-MAX_WORDS)
  const ends = words.map((_, index) => read(words.slice(index).join(' ').replace(MARKS_AFTER, '')))
  return ends.find((end) => end !== undefined && 'until' in end)
}

/** Words after which a duration is a limit of something else. */
const NEEDS_DATE = /^(?:do|to|au|le|ate|over)$/
const DATE_AT_START =
  /^\d{1,4}[./-]\d|^\d{1,2}(?:\.|º|er|th|st|nd|rd)? (?:de )?\p{L}{3,12}\.? (?:de )?\d{4}|^(?:odvol|odwo|wyja|ko[nń]c)/u
const CLOCK_AT_START = /^[\s,]{0,3}\d{1,2}:\d/

function findAnnouncedEnd(text: string, read: Read): End | undefined {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isSure = UNTIL.test(word)
    const isAfterEnd = AFTER_END.test(word)
    if (!isSure && !isAfterEnd && !MAYBE_UNTIL.test(word)) continue
    const end = readAnnounced(text, index, word, read)
    if (end !== undefined) return end
    if (isSure) return { unread: text.slice(index, index + NEARBY_CHARACTERS) }
  }
  return undefined
}

/** Reads the end that stands before or after a word such as "until". */
function readAnnounced(text: string, index: number, word: string, read: Read): End | undefined {
  const start = index + word.length
  const after = text.slice(start, start + 2 * NEARBY_CHARACTERS).replace(CONNECTOR, '')
  const before = text.slice(Math.max(0, index - NEARBY_CHARACTERS), index).replace(/ tarihine $/, '')
  const isDate = word !== 'kadar' && (!NEEDS_DATE.test(word) || DATE_AT_START.test(after))
  const next = isDate ? readAtStart(after, read) : undefined
  // "expired 2 days ago" has an end that is not in the future, and "2035-01-01 25:00" does not exist.
  if (next !== undefined && !OTHER_AFTER.test(next.after) && !CLOCK_AT_START.test(next.after)) return next.end
  const previous = AFTER_END.test(word) ? readAtEnd(before, read) : undefined
  const isUnread =
    (isDate &&
      /^(?:\d|odvol|odwo|wyja|ko[nń]c|tomorrow|tonight|next |soon|later|morgen|mañana|demain|jutro|amanhã|завтра|yarın|zítra|明天)/.test(
        after,
      )) ||
    (word === 'kadar' && !NOT_UNTIL.test(before))
  return previous ?? (isUnread ? { unread: text.slice(index, start + NEARBY_CHARACTERS) } : undefined)
}

/** Whether a duration is one of a ban, by what stands around it; `maybe` for one that stands alone. */
function isDurationOfBan(before: string, after: string): boolean | 'maybe' {
  if (OTHER_BEFORE.test(before)) return false
  const isFor = FOR_BEFORE.test(before)
  const isOfBan = isFor ? BAN_NEAR.test(before.replace(FOR_BEFORE, '')) : BAN_BEFORE.test(before)
  // "banned for 48 hours on 2024-01-08" does not last from now.
  if (OTHER_AFTER.test(after)) return isFor && isOfBan ? 'maybe' : false
  if (isOfBan) return true
  if (BAN_AFTER.test(after)) return true
  const isAlone = /(?:^|[,;|(["'/–—-])\s?$/.test(before) || /^["']?\s?(?:$|[,;|)\]"'/–—-])/.test(after)
  return isFor || isAlone ? 'maybe' : false
}

function findDuration(text: string, read: Read): End | undefined {
  let unread: End | undefined
  for (const match of text.matchAll(COUNT_AND_UNIT)) {
    const [part, unit = ''] = match
    if (!unitWords().has(fold(unit)) && !/^\d+[dhwmy]/.test(part)) continue
    const rest = text.slice(match.index, match.index + 2 * NEARBY_CHARACTERS)
    const { end, after } = readAtStart(rest, read) ?? { end: { unread: part }, after: rest.slice(part.length) }
    const isOfBan = isDurationOfBan(text.slice(Math.max(0, match.index - NEARBY_CHARACTERS), match.index), after)
    if (isOfBan === true) return end
    if (isOfBan === 'maybe') unread ??= { unread: part }
  }
  return unread
}

/** Words for a ban that ends, without its end. */
const TEMPORARY =
  /(?<!\p{L})(?:temp(?:or\p{L}{2,8}|-?bans?|-?banned)?|временн\p{L}{1,4}|тимчасов\p{L}{1,4}|dočasn\p{L}{1,4}|tymczasow\p{L}{1,4}|geçici|befristet|zeitweise|provisoire)(?!\p{L})|临时|暂时/u

/** Whether a sentence asks whether a ban is for good, or says that it is not. */
const isDoubtful = (text: string, before: string): boolean =>
  text.includes('?') || /(?:^| )(?:not|non|nicht|keine?|не|ne|nie|no|pas|nao)$/.test(before)

/**
 * The end that a sentence states, such as "Banned User for 7 days: reason" or "banned until 20.11.2035"; undefined if it states none. What may be an
 * end and is not understood is `unread`: any text after "until", a duration that may be one of something else, or a date in the future.
 */
export function findEndInWords(text: string, now: number, order?: DateOrder | null): End | undefined {
  const plain = text
    .replaceAll(/(?<=\d)M(?!\p{L})/gu, 'mo')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll('(s)', 's')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const read: Read = (part) => readPlainEnd(part, now, order)
  const stated = findAnnouncedEnd(plain, read)
  if (stated !== undefined) return stated
  const duration = findDuration(plain, read)
  if (duration !== undefined && 'until' in duration) return duration
  const words = ` ${(fold(plain).match(/[\p{L}\p{N}']+/gu) ?? []).join(' ')} `
  const phrase = PERMANENT_IN_WORDS.find((phrase) => words.includes(phrase))
  if (phrase !== undefined)
    return isDoubtful(plain, words.slice(0, words.indexOf(phrase))) ? { unread: plain } : FOR_GOOD
  if (duration !== undefined) return duration
  const [temporary] = TEMPORARY.exec(plain) ?? []
  if (temporary !== undefined) return { unread: temporary }
  for (const [date] of plain.matchAll(DATE_IN_TEXT)) {
    const ends = (['day first', 'month first'] as const).map((order) => readPlainEnd(date, now, order))
    if (ends.some((end) => end !== undefined && 'until' in end && (end.until ?? 0) > now)) return { unread: date }
  }
  return undefined
}
