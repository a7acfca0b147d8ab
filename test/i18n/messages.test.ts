import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadedTexts } from '../../src/app/bot/texts.ts'
import { createPlurals } from '../../src/lib/plural.ts'
import { LANGUAGES } from '../../src/model/language.ts'
import { reasonText } from '../../src/policy/rule-texts.ts'
import { languagesIn, readCatalogue, type Message } from '../../tools/messages/catalogue.mjs'
import { de, eachLanguage, en, textsFor } from '../support/texts.ts'

const FOLDER = resolve(import.meta.dirname, '../../i18n')
/** Stands for the name of an account in Markdown. */
const NAME = 'R\\_aider'
const COUNTS = [0, 1, 2, 3, 5, 21, 1234, 1.5]

const errors: string[] = []
const catalogues = languagesIn(FOLDER).map((language) => readCatalogue(FOLDER, language, errors))
const [english] = catalogues

/** Words that every language may share with English; `#` stands for an argument. */
const INTERNATIONAL = new Set([
  '# min',
  '# · Rapsheet',
  'BattleMetrics (RCON)',
  'HTTPS',
  'JSON',
  'Node',
  'Postgres',
  'Proxy',
  'Rapsheet',
  'SQLite',
  'Steam',
  'Steam: #',
  'Token',
  'Kills',
  'Headshots',
])
/** Messages that are equal in a language and in English, because the words are. */
const SAME_AS_ENGLISH: Partial<Record<string, string[]>> = {
  de: ['Bans', 'Code', 'Status', 'Version', 'community_ban', 'game_bans', 'import', 'name', 'steam_id', 'vac_bans'],
  cs: ['Discord bot', 'Role', 'VAC ban', 'import #', 'limit #', 'limit: #'],
  'es-ES': ['error'],
  'pt-BR': ['Backup', 'Cache', 'Status'],
  pl: ['Status', 'import #', 'limit #', 'limit: #'],
  fr: [
    'Cache',
    'Calories',
    'Code',
    'Combat',
    'Exceptions',
    'Note',
    'Pause',
    'Suicides',
    'Version',
    'import #',
    'section',
    'version #',
  ],
}
/** Names of commands and options, which stay English in most languages. */
const IS_NAME = /^commands\.names\./

type Compiled = Record<string, unknown>

/** The compiled message with a key such as `accounts.friends.result`. */
const compiledOf = (modules: Compiled, key: string): unknown =>
  key.split('.').reduce<unknown>((node, name) => (node as Compiled)[name], modules)

/** The arguments of a message, with a count for each of its numbers. */
const toValues = ({ types }: Message, count: number) =>
  Object.fromEntries([...types].map(([name, type]) => [name, type === 'number' ? count : NAME]))

/** The files with the compiled messages of a language, one for each part of the program. */
const partsOf = (language: string) =>
  readdirSync(join(FOLDER, 'compiled'))
    .filter((file) => file.endsWith(`-${language}.ts`))
    .map((file) => join(FOLDER, 'compiled', file))

describe.each(catalogues)('the messages in the language $language', ({ language, messages }) => {
  test('can be written with every count, and contain their numbers and words', async () => {
    const modules: Compiled = Object.assign({}, ...(await Promise.all(partsOf(language).map((file) => import(file)))))
    const format = createPlurals(language).number
    const checked = [...messages].filter(
      ([key, { types }]) => types.size > 0 && Object.hasOwn(modules, key.split('.')[0] ?? ''),
    )
    expect(checked.length).toBeGreaterThan(0)
    for (const [key, message] of checked) {
      for (const count of COUNTS) {
        const text = (compiledOf(modules, key) as (values: object) => string)(toValues(message, count))
        expect([key, text]).toEqual([key, expect.not.stringMatching(/undefined|NaN|\[object|^\s*$/)])
        const types = [...message.types.values()]
        // A message may say "today" or "one" in place of a small number.
        if (types.includes('number') && count > 5)
          expect([key, text]).toEqual([key, expect.stringContaining(format(count))])
      }
    }
  })
})

test('each message with arguments has a description of its own, and each short one says where it stands', () => {
  const source = JSON.parse(readFileSync(join(FOLDER, 'en.json'), 'utf8')) as Record<string, { description?: string }>
  const descriptions = Object.values(source).map(({ description = '' }) => description)
  const isUndescribed = ([key, { types, tokens }]: [string, Message]) => {
    const { description = '' } = source[key] ?? {}
    if (types.size > 0) return description === '' || descriptions.filter((each) => each === description).length > 1
    return description === '' && toTexts(tokens).join('').split(' ').length < 3
  }
  expect([...(english?.messages ?? [])].filter(isUndescribed).map(([key]) => key)).toEqual([])
})

/** The quotation marks of each language; a straight one is that of a program. */
const QUOTES: Record<string, RegExp> = {
  en: /[“”]/,
  de: /[„“]/,
  cs: /[„“]/,
  pl: /[„”]/,
  'es-ES': /[«»]/,
  'es-419': /[«»]/,
  fr: /[«»]/,
  ru: /[«»]/,
  uk: /[«»]/,
  'pt-BR': /[“”]/,
  tr: /[“”]/,
  'zh-CN': /[“”]/,
}
/** Languages with a blank before "…" for words that are left out. */
const BLANK_BEFORE_ELLIPSIS = new Set(['en', 'de'])

test.each(catalogues)('the marks in the language $language follow its rules', ({ language, messages }) => {
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(0.5).replace('50', '#')
  const decimal = new Intl.NumberFormat(language).format(0.5).at(1)
  for (const [key, { tokens }] of messages) {
    const text = toTexts(tokens).join('')
    const prose = text.replaceAll(/`[^`]*`/g, '')
    if (text.includes('#') && text.includes('%')) expect([key, text]).toEqual([key, expect.stringContaining(percent)])
    for (const [, sign] of prose.matchAll(/(?<![\d.,])\d+([.,])\d{1,2}(?![\d.,])/g))
      expect([key, sign]).toEqual([key, decimal])
    if (!BLANK_BEFORE_ELLIPSIS.has(language)) expect([key, text]).toEqual([key, expect.not.stringMatching(/\s…$/)])
    for (const quote of prose.match(/[„“”«»‚‘‹›「」]/g) ?? [])
      expect([key, quote]).toEqual([key, expect.stringMatching(QUOTES[language] ?? /^$/)])
  }
})

test('a number takes the plural of how it is written', () => {
  expect([1, 1.001, 1.01].map((count) => en.bans.vac({ count }))).toEqual(['1 VAC ban', '1 VAC ban', '1.01 VAC bans'])
})

test.each(catalogues.filter(({ language }) => language !== 'en'))(
  'the messages in the language $language differ from the English ones',
  ({ language, messages }) => {
    const same = [...messages].filter(
      ([key, { tokens }]) =>
        JSON.stringify(toTexts(tokens)) === JSON.stringify(toTexts(english?.messages.get(key)?.tokens ?? [])),
    )
    const texts = same
      .filter(([key]) => !IS_NAME.test(key))
      .map(([, { tokens }]) => toTexts(tokens).join(''))
      .filter((text) => /\p{L}{3}/u.test(text) && !INTERNATIONAL.has(text))
    expect([...new Set(texts)].toSorted()).toEqual(SAME_AS_ENGLISH[language] ?? [])
  },
)

const toTexts = (tokens: Message['tokens']): string[] =>
  tokens.flatMap((token) => {
    if (token.type === 'content') return [token.value]
    return 'cases' in token ? token.cases.flatMap(({ tokens: inner }) => toTexts(inner)) : ['#']
  })

describe.each(eachLanguage)('in the language %s', (_, texts) => {
  test('known trade statuses are translated, and an unknown one is shown as it is', () => {
    const { trade } = texts.bans
    const [banned, probation, frozen] = ['banned', 'probation', 'frozen'].map((status) => trade({ status }))
    expect(new Set([banned, probation, frozen]).size).toBe(3)
    expect(banned).not.toContain('banned')
    expect(frozen).toContain('frozen')
  })

  test('the words about what is known and what is not are all different', () => {
    const { csv, common, hidden, results, lookup, friends } = texts
    const words = [
      results.clean,
      common.unknown,
      hidden.friendList,
      lookup.clean,
      common.profilePrivate,
      lookup.staleClean,
    ]
    expect(new Set(words).size).toBe(words.length)
    expect(new Set(Object.values(csv.results)).size).toBe(Object.keys(csv.results).length)
    expect(new Set([csv.yes, csv.no, csv.private, csv.unknown]).size).toBe(4)
    expect(friends.hoursHidden).not.toBe(friends.hoursUnknown)
  })

  test('texts about accounts have no markup, so that any program can show them', () => {
    const { stats, lookup, compare, worthKnowing } = texts
    for (const text of textsIn({ stats, lookup, compare, worthKnowing })) expect(text).not.toMatch(/[*_`\\<>]/)
  })

  test('column names are lower case words joined by underscores', () => {
    const columns = Object.values(texts.csv).filter((column) => typeof column === 'string' && !/^\p{L}+$/u.test(column))
    for (const column of columns) expect(column).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })
})

const textsIn = (node: object): string[] =>
  Object.values(node).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? textsIn(value) : []
  })

/** How each language says that there is no ban, or that somebody is innocent. */
const NO_BAN: Record<string, RegExp> = {
  en: /\bno (?:\w+ )?bans?\b|\bnone\b|without (?:a )?bans?\b|\bclean\b|innocent/iu,
  de: /\bkeine?n? (?:\p{L}+ )?bans?(?![\p{L}-])|ohne bans?(?![\p{L}-])|sauber|unschuldig/iu,
  ru: /(?:(?<!\p{L})нет|без) (?:\p{L}+ )?бан|бан\p{L}* не (?:зафикс|найд|обнар)|чист|невинов/iu,
  uk: /(?:немає|без) (?:\p{L}+ )?бан|бан\p{L}* не (?:зафікс|знайд|виявл)|чист|невин/iu,
  pl: /(?:brak|bez|nie ma) (?:\p{L}+ )?ban|czyst|niewinn/iu,
  cs: /(?:žádn\p{L}*|bez|nemá) (?:\p{L}+ )?ban|čist|nevinn/iu,
  'es-ES': /(?:sin|ning\p{L}*|no hay|no tiene) (?:\p{L}+ )?baneos?(?!\p{L})|limpi|inocente/iu,
  'es-419': /(?:sin|ning\p{L}*|no hay|no tiene) (?:\p{L}+ )?baneos?(?!\p{L})|limpi|inocente/iu,
  'pt-BR': /(?:sem|nenhum|não há|não tem) (?:\p{L}+ )?banimento|limp[ao]|inocente/iu,
  fr: /(?:aucun|sans|pas de) (?:\p{L}+ )?bannissement|propre|innocent/iu,
  tr: /yasak\p{L}* yok|yasaksız|(?<!\p{L})(?:temiz|masum)/iu,
  'zh-CN': /[无没]有?(?:任何)?封禁|清白|无辜|干净/u,
}
const ABOUT_UNKNOWN =
  /not (?:yet )?be(?:en)? (?:checked|read)|not checked|unknown|not known|hidden|private|not answer|no (?:usable )?(?:answer|record)/i

/** The row of the glossary of `i18n/README.md` with this English term, by language. */
const glossary = readFileSync(join(FOLDER, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const glossaryColumns = glossary.find((cells) => cells.includes('zh-CN'))?.map((cell) => cell.split(', ')) ?? []
const termIn = (term: string, language: string) =>
  language === 'en'
    ? term
    : glossary.find((cells) => cells[1] === term && cells.length > 10)?.[
        glossaryColumns.findIndex((languages) => languages.includes(language))
      ]

describe.each(catalogues)('in the language $language', ({ language, messages }) => {
  const noBan = NO_BAN[language] ?? /^$/

  test('no text about something unknown says that there is no ban', () => {
    expect(termIn('no ban on record', language)).toMatch(noBan)
    const isAboutUnknown = ([key]: [string, Message]) => {
      const text = toTexts(english?.messages.get(key)?.tokens ?? []).join(' ')
      return ABOUT_UNKNOWN.test(text) && !NO_BAN['en']?.test(text)
    }
    const about = [...messages].filter(isAboutUnknown)
    if (language !== 'es-419') expect(about.length).toBeGreaterThan(80)
    expect(about.filter(([, { tokens }]) => noBan.test(toTexts(tokens).join(' '))).map(([key]) => key)).toEqual([])
  })
})

test.each(eachLanguage)(
  'in the language %s, a fact that could not be checked is called as in the glossary',
  (language, texts) => {
    expect(texts.common.unknown).toBe(termIn('could not be checked', language))
  },
)

test('fractions have the decimal sign of the language', () => {
  const written = ({ number, hours, percent }: typeof en) => [
    number(1234.5),
    hours({ value: 0.1 }),
    hours({ value: 9.9 }),
    hours({ value: 49.9 }),
    percent(6.25),
  ]
  expect(written(en)).toEqual(['1,234.5', '0.1 h', '9.9 h', '49 h', '6.25%'])
  expect(written(de)).toEqual(['1.234,5', '0,1 Std.', '9,9 Std.', '49 Std.', '6,25\u00a0%'])
})

test('a count of one is in the singular, all others are in the plural', () => {
  expect([0, 1, 2].map((count) => en.daysAgo({ count }))).toEqual(['today', '1 day ago', '2 days ago'])
  expect([0, 1, 2].map((count) => de.daysAgo({ count }))).toEqual(['heute', 'vor 1 Tag', 'vor 2 Tagen'])
  expect([1, 2].map((checked) => de.friends.noneBanned({ checked }))).toEqual([
    '1 Freund geprüft: kein Ban verzeichnet.',
    'Bei keinem von 2 geprüften Freunden ist ein Ban verzeichnet.',
  ])
  expect([1, 2].map((checked) => de.friends.result({ banned: 1, checked, percent: '50 %' }))).toEqual([
    '1 von 1 gebannt (50 %)',
    '1 von 2 gebannt (50 %)',
  ])
})

test.each([
  ['de', de],
  ['en-US', en],
  ['en-GB', en],
  ['fi', en],
  ['', en],
])('the locale "%s" gets its own language or English', (locale, texts) => {
  expect(textsFor(locale)).toBe(texts)
})

test('a language that is not loaded is written in English, until it is loaded', () => {
  expect(LANGUAGES.map((language) => loadedTexts(language).language)).toEqual([...LANGUAGES])
})

test('facts and sentences are joined by the punctuation of the language', () => {
  expect(en.commas(['1 VAC ban', '2 game bans', 'today'])).toBe('1 VAC ban, 2 game bans, today')
  expect(en.semicolons(['a', 'b'])).toBe('a; b')
  expect(en.commas([])).toBe('')
  const zh = textsFor('zh-CN')
  expect([zh.commas(['甲', '乙', '丙']), zh.semicolons(['甲', '乙'])]).toEqual(['甲，乙，丙', '甲；乙'])
})

test('the reasons of a verdict and the explanation of an unknown list are whole sentences of the language', () => {
  const zh = textsFor('zh-CN')
  expect(
    reasonText(
      { code: 'maxVacBans', value: 2, limit: 0, lastBanDays: 3 },
      { maxVacBans: 0, banForgottenAfterDays: 365 },
      'zh-CN',
    ),
  ).toBe('2 次 VAC 封禁，最近一次封禁：3 天前（上限：0；365 天后不再计入）')
  expect(zh.common.sentence({ text: zh.common.explained({ what: '甲', why: '乙' }) })).toBe('甲：乙。')
})
