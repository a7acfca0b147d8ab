import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListedBan, ReadBanList } from '../../src/bans/formats/read-ban-list.ts'
import { readListFile } from '../../src/bans/formats/read-list-file.ts'
import { type Language, LANGUAGES, type Translated } from '../../src/model/language.ts'
import { numRuns } from '../support/num-runs.ts'
import { encodeOrUtf8 } from '../support/encode.ts'

/** How the people of a language write a ban list. */
interface ListLanguage {
  /** The code page of their spreadsheet program. */
  codePage: 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1254' | 'gbk'
  /** Titles of the columns with the account, the name, the reason and the end. */
  titles: [steamId: string, name: string, reason: string, end: string]
  /** A word of a cell for a ban that has no end. */
  never: string
  names: string[]
  reasons: string[]
  /** Sentences about the account ID, which is banned for good, until DATE, or not any more. */
  forGood: string
  until: string
  lifted: string
}

const spanish: ListLanguage = {
  codePage: 'windows-1252',
  titles: ['SteamID', 'Jugador', 'Motivo', 'Fecha fin'],
  never: 'nunca',
  names: ['José', 'Niño', 'Ángel'],
  reasons: ['trampas', 'insultos en español', 'teletransportación'],
  forGood: 'ID baneado para siempre',
  until: 'ID baneado hasta el DATE',
  lifted: 'ID desbaneado',
}

const LIST_LANGUAGES: Translated<ListLanguage> = {
  en: {
    codePage: 'windows-1252',
    titles: ['Steam ID', 'Player', 'Reason', 'Banned until'],
    never: 'never',
    names: ['Bob', 'Eve', 'Zoë'],
    reasons: ['aimbot', 'racism', 'naïve cheating'],
    forGood: 'ID permanently banned',
    until: 'ID banned until DATE',
    lifted: 'ID unbanned',
  },
  cs: {
    codePage: 'windows-1250',
    titles: ['SteamID', 'Hráč', 'Důvod', 'Konec banu'],
    never: 'trvale',
    names: ['Jiří', 'Šimon', 'Žaneta'],
    reasons: ['podvádění', 'urážky hráčů', 'křičí do mikrofonu'],
    forGood: 'ID zabanován navždy',
    until: 'ID zabanován do DATE',
    lifted: 'ID odbanován',
  },
  de: {
    codePage: 'windows-1252',
    titles: ['SteamID', 'Spieler', 'Grund', 'Gebannt bis'],
    never: 'dauerhaft',
    names: ['Jürgen', 'Björn', 'Käthe'],
    reasons: ['Aimbot', 'Beleidigungen über Funk', 'Rassismus, mehrfach gemeldet'],
    forGood: 'ID dauerhaft gebannt',
    until: 'ID gebannt bis DATE',
    lifted: 'ID entbannt',
  },
  'es-419': { ...spanish, titles: ['ID de Steam', 'Nombre', 'Razón', 'Vence'], lifted: 'Ban levantado: ID' },
  'es-ES': spanish,
  fr: {
    codePage: 'windows-1252',
    titles: ['SteamID', 'Joueur', 'Motif', 'Date de fin'],
    never: 'jamais',
    names: ['Hélène', 'François', 'Noël'],
    reasons: ['triche avérée', 'insultes répétées', 'a crié à tue-tête'],
    forGood: 'ID banni définitivement',
    until: 'ID banni jusqu’au DATE',
    lifted: 'ID débanni',
  },
  pl: {
    codePage: 'windows-1250',
    titles: ['SteamID', 'Gracz', 'Powód', 'Wygasa'],
    never: 'na zawsze',
    names: ['Michał', 'Łukasz', 'Zbyś'],
    reasons: ['oszustwo', 'obrażanie graczy', 'używał wspomagaczy'],
    forGood: 'ID zbanowany na zawsze',
    until: 'ID zbanowany do DATE',
    lifted: 'ID odbanowany',
  },
  'pt-BR': {
    codePage: 'windows-1252',
    titles: ['SteamID', 'Jogador', 'Motivo', 'Expira em'],
    never: 'nunca',
    names: ['João', 'Conceição', 'André'],
    reasons: ['trapaça', 'xingamentos à equipe', 'não parou de gritar'],
    forGood: 'ID banido para sempre',
    until: 'ID banido até DATE',
    lifted: 'ID desbanido',
  },
  ru: {
    codePage: 'windows-1251',
    titles: ['SteamID', 'Ник', 'Причина', 'Истекает'],
    never: 'навсегда',
    names: ['Боб', 'Ёжик', 'Сергей'],
    reasons: ['читер', 'оскорбления игроков', 'аимбот и макросы'],
    forGood: 'ID забанен навсегда',
    until: 'ID забанен до DATE',
    lifted: 'ID разбанен',
  },
  tr: {
    codePage: 'windows-1254',
    titles: ['SteamID', 'Oyuncu', 'Sebep', 'Bitiş'],
    never: 'süresiz',
    names: ['Şahin', 'Gökçe', 'İbrahim'],
    reasons: ['hile', 'küfür ve hakaret', 'ağır küfür, uyarıldı'],
    forGood: 'ID süresiz yasaklı',
    until: 'ID DATE tarihine kadar yasaklı',
    lifted: 'ID banı kaldırıldı',
  },
  uk: {
    codePage: 'windows-1251',
    titles: ['SteamID', 'Нік', 'Причина', 'Закінчується'],
    never: 'назавжди',
    names: ['Їжак', 'Євген', 'Оленка'],
    reasons: ['читер', 'образи гравців', 'аімбот і макроси'],
    forGood: 'ID забанено назавжди',
    until: 'ID забанено до DATE',
    lifted: 'ID розбанено',
  },
  'zh-CN': {
    codePage: 'gbk',
    titles: ['SteamID', '玩家', '原因', '到期'],
    never: '永久',
    names: ['小明', '鲍勃', '张伟'],
    reasons: ['外挂', '辱骂玩家', '使用自瞄外挂，多次警告'],
    forGood: 'ID 永久封禁',
    until: 'ID 封禁至DATE',
    lifted: 'ID 已解封',
  },
}

const NOW = Date.UTC(2026, 7, 1, 12) / 1_000
const DAY = 86_400
/** The time that stands before lines with a day. */
const DAY_BEFORE = Date.UTC(2026, 6, 31, 12, 5) / 1_000

/** What a list says about an account. */
interface Said {
  steamId: string
  role: 'ban' | 'lifted' | 'staff'
  /** Unix seconds, a number of days from now, or null for good. */
  end: { time: number } | { days: number } | null
  name: string
  reason: string
}

/** Everything about a list besides its entries. */
interface Style {
  language: Language
  /** A separator of cells. */
  separator: string
  order: 'day first' | 'month first' | 'year first'
  /** What stands before each line. */
  before: string
  /** What stands around each account. */
  around: [string, string]
  /** What stands around the whole text. */
  frame: [string, string]
}

/** A way to write a list. */
interface Format {
  write: (entries: readonly Said[], style: Style) => string
  /** Roles that the format has besides that of a ban. */
  roles: readonly Said['role'][]
  /** Kinds of ends that the format has; none if its entries are for good. */
  ends: readonly ('time' | 'days')[]
  /** Whether each entry of the list is read, and not only named. */
  isExact?: boolean
  /** Whether names and reasons are read as written. */
  hasTexts?: boolean
  /** Number of entries from which on the format is recognised. */
  minEntries?: number
  /** Whether its lines may have something before them, and marks around the accounts. */
  isDecorated?: boolean
}

/** The end of an entry that was written at a time. */
const timeOf = (entry: Said, writtenAt = NOW) =>
  entry.end === null ? null : 'time' in entry.end ? entry.end.time : writtenAt + entry.end.days * DAY
const isoOf = (entry: Said) => (entry.end === null ? null : new Date((timeOf(entry) ?? 0) * 1_000).toISOString())
const pad = (value: number) => String(value).padStart(2, '0')

/** A date with a time as a spreadsheet of a language shows it. */
function cellOf(entry: Said, { language, order }: Style): string {
  if (entry.end === null) return LIST_LANGUAGES[language].never
  if ('days' in entry.end) return `${entry.end.days}d`
  const date = new Date(entry.end.time * 1_000)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const time = `${date.getUTCHours()}:${pad(date.getUTCMinutes())}`
  if (order === 'year first') return `${year}/${pad(month)}/${pad(day)} ${time}`
  if (order === 'month first') return `${month}/${day}/${year} ${time}`
  const separator = /^(?:cs|de|pl|ru|tr|uk)$/.test(language) ? '.' : '/'
  return language === 'zh-CN'
    ? `${year}年${month}月${day}日 ${time}`
    : [pad(day), pad(month), year].join(separator) + ` ${time}`
}

const quote = (text: string) => `"${text.replaceAll('"', String.raw`\"`)}"`
const csvCell = (text: string, separator: string) =>
  /["\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
const gameEnd = (entry: Said) =>
  entry.end !== null && 'days' in entry.end ? `${entry.end.days}d` : (timeOf(entry) ?? -1)
const accountOf = (entry: Said, { around }: Style) => around.join(entry.steamId)
const inLines = (entries: readonly Said[], { before }: Style, line: (entry: Said, index: number) => string) =>
  entries.map((entry, index) => before + line(entry, index)).join('\n')

function consoleLine(entry: Said, style: Style): string {
  const account = accountOf(entry, style)
  if (entry.role === 'lifted') return `unban ${account}`
  if (entry.role === 'staff') return `moderatorid ${account} ${quote(entry.name)} "no reason"`
  return `banid ${account} ${quote(entry.name)} ${quote(entry.reason)} ${gameEnd(entry)}`
}

function sentence(entry: Said, style: Style): string {
  const { until, forGood, lifted } = LIST_LANGUAGES[style.language]
  const form = entry.role === 'lifted' ? lifted : entry.end === null ? forGood : until
  const date = isoOf(entry)?.slice(0, 16).replace('T', ' ') ?? ''
  return form.replace('ID', accountOf(entry, style)).replace('DATE', date)
}

/** The members of an entry in JSON, with an end that may be a time in text, in seconds or in milliseconds. */
const members = (entry: Said, end: 'text' | 'seconds' | 'milliseconds') => ({
  steamId: entry.steamId,
  name: entry.name,
  reason: entry.reason,
  banUntil: end === 'text' ? isoOf(entry) : entry.end && (timeOf(entry) ?? 0) * (end === 'seconds' ? 1 : 1_000),
  isActive: entry.role === 'ban',
})
const localMembers = (entry: Said, style: Style) => {
  const [, name, reason, end] = LIST_LANGUAGES[style.language].titles
  return { SteamID: entry.steamId, [name]: entry.name, [reason]: entry.reason, [end]: cellOf(entry, style) }
}

function table(entries: readonly Said[], style: Style, columns: (entry: Said) => string[], titles: string[]): string {
  const rows = [titles, ...entries.map(columns)]
  return rows.map((row) => row.map((cell) => csvCell(cell, style.separator)).join(style.separator)).join('\r\n')
}

const FORMATS: Record<string, Format> = {
  'bans.cfg and users.cfg': {
    write: (entries, style) => inLines(entries, style, (entry) => consoleLine(entry, style)),
    roles: ['lifted', 'staff'],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
    isDecorated: true,
  },
  banlistex: {
    write: (entries, style) =>
      inLines(
        entries,
        style,
        (entry, index) => `${index + 1} ${entry.steamId} ${quote(entry.name)} ${quote(entry.reason)} ${gameEnd(entry)}`,
      ),
    roles: [],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  bans: {
    write: (entries) =>
      `[${entries.map((entry) => JSON.stringify({ steamid: 'ID', group: entry.role === 'staff' ? 'Moderator' : 'Banned', username: entry.name, notes: entry.reason, expiry: gameEnd(entry) }, null, 2).replace('"ID"', entry.steamId)).join(',\n')}]`,
    roles: ['staff'],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  'what the console prints': {
    write: (entries, style) =>
      inLines(entries, style, (entry) => {
        if (entry.role === 'lifted') return `Unbanned User: ${accountOf(entry, style)}`
        if (entry.role === 'staff') return `Added moderator ${entry.name}, steamid ${accountOf(entry, style)}`
        const duration = entry.end !== null && 'days' in entry.end ? ` for ${entry.end.days} days` : ''
        return `Banned User${duration}: ${accountOf(entry, style)} - ${quote('Bob')} because ${quote('cheating')}`
      }),
    roles: ['lifted', 'staff'],
    ends: ['days'],
    isDecorated: true,
  },
  BattleMetrics: {
    write: (entries) =>
      JSON.stringify({
        data: entries.map((entry) => ({
          type: 'ban',
          attributes: {
            timestamp: '2025-12-24T00:00:00.000Z',
            reason: entry.reason,
            expires: isoOf(entry),
            identifiers: [{ type: 'steamID', identifier: entry.steamId }],
          },
          meta: { player: entry.name },
        })),
      }),
    roles: [],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  'JSON with seconds as ends': {
    write: (entries) => JSON.stringify({ status: 'ok', bans: entries.map((entry) => members(entry, 'seconds')) }),
    roles: ['lifted'],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  'JSON of a line each': {
    write: (entries) => entries.map((entry) => JSON.stringify(members(entry, 'milliseconds'))).join('\n'),
    roles: ['lifted'],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  'JSON in a language': {
    write: (entries, style) => JSON.stringify(entries.map((entry) => localMembers(entry, style))),
    roles: [],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  'JSON keyed by the account': {
    write: (entries) =>
      JSON.stringify(
        Object.fromEntries(entries.map((entry) => [entry.steamId, { ...members(entry, 'text'), steamId: undefined }])),
      ),
    roles: ['lifted'],
    ends: ['time'],
    isExact: true,
    hasTexts: true,
  },
  'a table': {
    write: (entries, style) =>
      table(
        entries,
        style,
        (entry) => [entry.steamId, entry.name, entry.reason, cellOf(entry, style)],
        LIST_LANGUAGES[style.language].titles,
      ),
    roles: [],
    ends: ['time', 'days'],
    isExact: true,
    hasTexts: true,
  },
  'a table with a status': {
    write: (entries, style) =>
      table(
        entries,
        style,
        (entry) => [`${entry.steamId}.0`, entry.role === 'ban' ? 'active' : 'unbanned', isoOf(entry) ?? ''],
        ['steamid', 'status', 'unbanDate'],
      ),
    roles: ['lifted'],
    ends: ['time'],
    isExact: true,
  },
  'a table without titles': {
    write: (entries, style) =>
      entries.map((entry) => [entry.steamId, 'Bob', isoOf(entry) ?? 'never'].join(style.separator)).join('\n'),
    roles: [],
    ends: ['time'],
    minEntries: 2,
  },
  'a table of Markdown': {
    write: (entries, style) =>
      [
        LIST_LANGUAGES[style.language].titles,
        ['---', '---', '---', '---'],
        ...entries.map((entry) => [accountOf(entry, style), 'Bob', 'x', cellOf(entry, style)]),
      ]
        .map((row) => `| ${row.join(' | ')} |`)
        .join('\n'),
    roles: [],
    ends: ['time', 'days'],
  },
  YAML: {
    write: (entries) =>
      entries
        .map(
          (entry) =>
            `- steamid: "${entry.steamId}"\n  name: ${JSON.stringify(entry.name)}\n  expires: ${isoOf(entry) ?? 'never'}`,
        )
        .join('\n'),
    roles: [],
    ends: ['time'],
  },
  'reports of several lines': {
    write: (entries) =>
      entries
        .map(
          (entry) =>
            `Steam ID: ${entry.steamId}\nReason: cheating\nExpires: ${isoOf(entry)?.slice(0, 16).replace('T', ' ') ?? 'never'}`,
        )
        .join('\n\n'),
    roles: [],
    ends: ['time'],
  },
  sentences: {
    write: (entries, style) => inLines(entries, style, (entry) => sentence(entry, style)),
    roles: ['lifted'],
    ends: ['time'],
    isDecorated: true,
  },
  'struck-out accounts': {
    write: (entries, style) =>
      inLines(entries, style, (entry) => (entry.role === 'lifted' ? `~~${entry.steamId}~~` : accountOf(entry, style))),
    roles: ['lifted'],
    ends: [],
    isDecorated: true,
  },
}

const times = fc
  .oneof(
    fc.integer({ min: Date.UTC(2023) / 60_000, max: NOW / 60 - 1 }),
    fc.integer({ min: NOW / 60 + 1, max: Date.UTC(2036) / 60_000 }),
  )
  .map((minutes) => minutes * 60)

/** Names that look like something else. */
const ODD_NAMES = ['unban me', 'The Admin', '-1', 'a;b,c', 'say "hi"', '[clan] x', 'permanent', 'x|y', 'null', '{x}']

const styles: fc.Arbitrary<Style> = fc.record({
  language: fc.constantFrom(...LANGUAGES),
  separator: fc.constantFrom(',', ';', '\t'),
  order: fc.constantFrom('day first', 'month first', 'year first'),
  before: fc.constantFrom(
    '',
    '- ',
    '* ',
    '> ',
    '• ',
    '1. ',
    '12:03 ',
    '[12:03:11] ',
    '2026-07-31 12:05:00 ',
    '[31/07/2026 12:05] ',
    '> - ',
  ),
  around: fc.constantFrom<[string, string]>(
    ['', ''],
    ['"', '"'],
    ['`', '`'],
    ['**', '**'],
    ['\u202A', '\u202C'],
    ['\u200B', ''],
    ['\u001B[31m', '\u001B[0m'],
    ['“', '”'],
    ['<', '>'],
  ),
  frame: fc.constantFrom<[string, string]>(['', ''], ['```\n', '\n```'], ['\uFEFF', '\r\n'], ['\n\n', '\n']),
})

const entriesOf = ({ roles, ends, minEntries = 1 }: Format, language: Language) =>
  fc
    .array(
      fc.record({
        role: fc.constantFrom('ban' as const, 'ban' as const, ...roles),
        end: fc.oneof(
          fc.constant(null),
          ...(ends.includes('time') ? [times.map((time) => ({ time }))] : []),
          ...(ends.includes('days') ? [fc.integer({ min: 1, max: 90 }).map((days) => ({ days }))] : []),
        ),
        name: fc.constantFrom(...LIST_LANGUAGES[language].names, ...ODD_NAMES),
        reason: fc.constantFrom(...LIST_LANGUAGES[language].reasons),
      }),
      { minLength: minEntries, maxLength: 8 },
    )
    .map((all) =>
      all.map((entry, index): Said => ({ ...entry, steamId: String(76_561_198_100_000_003n + BigInt(index) * 7n) })),
    )

type Bans = Pick<ListedBan, 'steamId' | 'until'>[]

/** What was read of a list, in comparison with what it says. The text is in the message of a failure. */
function check(text: string, list: ReadBanList, entries: readonly Said[], format: Format, style: Style) {
  const isIn = (bans: Bans, { steamId }: Said) => bans.some((ban) => ban.steamId === steamId)
  const isOpen = (entry: Said) =>
    isIn(list.unreadEnds, entry) ||
    isIn(list.unclear, entry) ||
    list.notUnderstood.some((rest) => rest.text.includes(entry.steamId))
  // A date whose order of day and month is open is not read.
  const mayBeOpen = ({ end }: Said) =>
    !format.isExact || (end !== null && 'time' in end && style.order !== 'year first')
  const writtenAt = style.before.includes('2026') ? DAY_BEFORE : NOW
  const read = entries.filter((entry) => !isOpen(entry))
  const inForce = read.filter((entry) => entry.role === 'ban' && (timeOf(entry, writtenAt) ?? NOW + 1) > NOW)
  const toTerms = (entry: Said) => ({
    steamId: entry.steamId,
    until: timeOf(entry, writtenAt),
    ...(format.hasTexts ? { name: entry.name, reason: entry.reason } : {}),
  })
  expect({
    text,
    bans: list.bans.map(({ steamId, until, name, reason }) => ({
      steamId,
      until,
      ...(format.hasTexts ? { name, reason } : {}),
    })),
    others: list.lifted + list.staff + list.expired,
    wrongEnds: entries.filter((entry) => entry.role !== 'ban' && isIn(list.unreadEnds, entry)),
    lost: entries.filter((entry) => isOpen(entry) && !mayBeOpen(entry)),
  }).toEqual({ text, bans: inForce.map(toTerms), others: read.length - inForce.length, wrongEnds: [], lost: [] })
}

/** All examples of a format take seconds, and half a minute on a busy machine. */
const TIMEOUT_MS = 120_000

describe('a ban list is read without a wrong role, a lost account or an invented end:', () => {
  test.each(Object.keys(FORMATS))(
    '%s',
    (title) => {
      const format = FORMATS[title]
      if (format === undefined) throw new Error(title)
      const lists = styles.chain((style) =>
        fc.record({
          style: fc.constant(style),
          entries: entriesOf(format, style.language),
          encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', LIST_LANGUAGES[style.language].codePage),
        }),
      )
      fc.assert(
        fc.property(lists, ({ style, entries, encoding }) => {
          const used: Style = format.isDecorated ? style : { ...style, before: '', around: ['', ''] }
          const text = used.frame.join(format.write(entries, used))
          const bytes = encodeOrUtf8(text, encoding)
          const list = readListFile({ bytes, now: NOW, locale: style.language })
          if (typeof list === 'string') throw new Error(list)
          check(text, list, entries, format, used)
        }),
        { numRuns: numRuns(2_000) },
      )
    },
    TIMEOUT_MS,
  )
})
