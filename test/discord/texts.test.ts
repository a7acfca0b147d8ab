import { describe, expect, test } from 'vitest'
import { eachLanguage, textsFor, de, en } from '../support/texts.ts'
import type { NO_FACTS } from '../../src/accounts/discord/describe-error.ts'
import { createPlurals } from '../../src/lib/plural.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import type { Language } from '../../src/model/language.ts'
import { keysOf } from '../../src/model/objects.ts'

/** The counts that every text is tested with. */
const COUNTS = [0, 1, 2, 1234]

const NAME = 'R\\_aider'
const FACTS: typeof NO_FACTS = {
  subject: NAME,
  when: '<t:1700000000:R>',
  detail: '9 MiB',
  requestId: '1290000000000000000',
  steam2Form: 'STEAM\\_',
  steam3Form: '\\[U:1:…]',
}

/** Texts by their parameters, for those that take more than counts; a `word` is shown as it is. All other texts take counts only. */
const PARAMETERS = {
  word: `
    alerts.happened alerts.onList alerts.seen alerts.testRole bans.trade
    banImport.format banLog.ban_added banLog.ban_changed banLog.ban_removed banLog.reasonBefore banlist.byPerson banlist.ended banlist.filtered banlist.withText
    banErrors.exempted banErrors.not_a_player banErrors.not_banned banForm.playerReads
    banlist.already banlist.banned banlist.ends.atDate banlist.exempted banlist.lifted banlist.playerReads
    banlist.silent
    batch.foundBy batch.foundByFriendCode batch.noProfile batch.quotaEnded.rate_limited
    batch.quotaEnded.server_rate_limited buttons.lookUpOne changes.lifted changes.newTrade
    common.avatarOf common.checked common.foundByCustomUrl common.foundByFriendCode common.triedCustomUrl
    common.triedFriendCode common.untilWhen
    compare.friendsSince compare.listPrivate compare.listUnavailable compare.sinceUnknown forget.done forget.question
    friends.listedWith friends.ownStatus friends.partsBefore friends.scanning friends.sincePlain friends.title
    halfRecord.bans halfRecord.profile joins.asked history.first history.now history.since history.title inventory.title
    lookup.banned lookup.created lookup.incomplete lookup.restricted lookup.stale lookup.twoWeeks
    noProfile.withoutBans ownBan.by ownBan.note ownBan.since ownBan.until policy.lastAsked policy.version policy.worksUntil
    policyEdit.fromVersion policyEdit.limitNow policyEdit.problems.forgotten_without_limit
    policyEdit.problems.on_unknown_without_rule policyEdit.problems.action_without_rule policyTest.reported policyLine.reports policyEdit.saved
    policyErrors.no_exception policyErrors.no_token policyErrors.not_a_player
    policyExceptions.added.allow policyExceptions.added.deny policyExceptions.isBanned policyExceptions.removeQuestion policyExceptions.removed
    policyLine.refuses policyLine.undecided
    policyLog.exception_added.allow policyLog.exception_added.deny policyLog.exception_expired
    policyLog.exception_removed policyLog.policy_saved policyLog.token_created policyLog.token_revoked
    policyTest.shown.enforce policyTest.shown.observe
    policyToken.created policyToken.revokeQuestion policyToken.revokeReplacedQuestion policyToken.revoked
    policyToken.revokedReplaced refusals.title.enforce refusals.title.observe refusals.title.notify refusals.version sent.blocks.forbidden
    stats.title steamFailures.bansUnknown steamFailures.unusableText steamFailures.withButton
    watch.actions.added watch.actions.changed watch.actions.expired watch.actions.removed watch.added watch.alertsGoTo watch.alertsMention
    watch.changedWhen watch.channelNotSet watch.channelSet watch.knownNow watch.lastBan watch.mentions
    watch.notMentionable watch.note watch.removeQuestion watch.removed watch.stretched watch.unknownFields
    watch.watchedUntil watch.withText
    newTokens.title toolTokenErrors.name_taken toolTokenErrors.no_token toolTokenErrors.scope_unknown
    toolTokens.created toolTokens.ends toolTokens.expired toolTokens.lastUsed toolTokens.revokeQuestion toolTokens.revoked
    toolTokens.untilWhen
    watchErrors.not_watched watchErrors.until_malformed watchErrors.until_past watchErrors.until_too_far
    when.dayAlone when.happenedAt when.onDays
    worthKnowing.earlierNames worthKnowing.fewHours worthKnowing.recentBan worthKnowing.young`,
  'word word': `
    alerts.note banlist.undoneBy joins.title
    banImport.line banImport.undoWhat banlist.replaced common.addedBy common.checkedPart common.postedBy compare.since earlierBans.noLongerReported
    friends.since.after friends.since.before friends.since.unclear history.seen
    noProfile.notReturned noProfile.withBans policy.lastChange
    policyEdit.problems.on_unknown_without_effect policyEdit.problems.probation_without_ban policyExceptions.insteadOf
    policyTest.until policyToken.madeBy refusals.between toolLog.tool_token_created toolLog.tool_token_revoked toolTokens.madeBy when.between when.betweenMoments when.happened when.moment`,
  'word word word': `
    banImport.duration banlist.liftedBy
    earlierBans.seenEarlier.one earlierBans.seenEarlier.other friends.resultOfParts policyErrors.changed_meanwhile
    watch.watched when.betweenTimes`,
  'word word word word': 'watchErrors.already_watched',
  'count word': 'banLog.bans_exported friends.earlierBans friends.filtered',
  'word count': 'changes.andMore compare.listUnreadable watch.filtered',
  'count count word': 'friends.result worthKnowing.bannedFriends',
  'word word count': 'policyEdit.notHours',
  'word word count count': 'policyEdit.notWhole',
}
type Parameter = 'count' | 'word'
const TAKES: Record<string, Parameter[]> = Object.fromEntries(
  Object.entries(PARAMETERS).flatMap(([parameters, paths]) =>
    paths
      .trim()
      .split(/\s+/)
      .map((path) => [path, parameters.split(' ') as Parameter[]]),
  ),
)

/** Texts that have words for zero: "today", "none of". */
const ZERO_IN_WORDS = new Set([
  'daysAgo',
  'changes.newerBanDetail',
  'inventory.steamGave',
  'bans.last',
  'bans.lastOfEither',
  'batch.bannedCount',
  'batch.bannedOnOtherPages',
  'friends.lastBanWithin',
  'lookup.age.days',
])

/** Numbers that are part of a text itself: "SteamID64", "17 digits". */
const OWN_NUMBERS: Record<string, string[]> = {
  'policyEdit.notHours': ['0'],
  'common.mistypedId': ['64', '17'],
  'watchErrors.until_malformed': ['12', '30', '2', '6', '1', '2027', '12', '31', '31.12.2027'],
}

/** Texts that are the same in a language and in English. */
const SAME_AS_ENGLISH: Record<Exclude<Language, 'en'>, string> = {
  de: 'Kills,K/D,Headshots,BattleMetrics (RCON),text,token,steam_id,name,vac_bans,game_bans,community_ban,import,format,JSON',
}

type Format = (...given: unknown[]) => string
type Leaf = [path: string, text: string | Format]

function leavesOf(node: object, prefix = ''): Leaf[] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]): Leaf[] => {
    const path = `${prefix}${key}`
    return typeof value === 'object' && value !== null
      ? leavesOf(value, `${path}.`)
      : [[path, value as Leaf[1]] satisfies Leaf]
  })
}

const isError = (path: string) => path.startsWith('errors.')
const takenBy = (path: string, format: Format) =>
  TAKES[path] ?? Array.from({ length: format.length }, () => 'count' as const)
const fixed = (texts: Texts) => leavesOf(texts).filter((leaf): leaf is [string, string] => typeof leaf[1] === 'string')
/** Formats of dates and countries, which `Intl` writes. */
const isIntl = (path: string) => path.startsWith('dates.') || path === 'countries.of'
const formatters = (texts: Texts) =>
  leavesOf(texts).filter((leaf): leaf is [string, Format] => typeof leaf[1] === 'function' && !isIntl(leaf[0]))

/** All combinations of the counts for this many parameters. */
const choices = (places: number): number[][] =>
  places === 0 ? [[]] : choices(places - 1).flatMap((chosen) => COUNTS.map((count) => [...chosen, count]))

/** A text formatted with these counts in order, NAME for words, and FACTS for errors. */
function formatWith(path: string, format: Format, counts: number[]): string {
  if (isError(path)) return format(FACTS)
  const left = [...counts]
  return format(...takenBy(path, format).map((kind) => (kind === 'word' ? NAME : left.shift())))
}

/** Languages that do not group digits by a comma or a point use a space of their own. */
const numbersIn = (text: string) => text.match(/\d+(?:[.,\u00a0\u202f]\d+)*/g) ?? []

describe.each(eachLanguage)('in the language %s', (language, texts) => {
  const { checkMessage, ...slashCommands } = texts.commands

  test('sentences name subcommands that exist', () => {
    const { policy, watch } = texts.commands
    const said = [
      ...fixed(texts).map(([, text]) => text),
      ...formatters(texts).map(([path, format]) => formatWith(path, format, [2, 2, 2])),
    ].join('\n')
    const named = said.matchAll(new RegExp(`/(?:${policy.name}|${watch.name}) ([\\p{L}]+)`, 'gu'))
    const existing = Object.values(texts.subcommands).map(({ name }) => name)
    expect(existing).toEqual(expect.arrayContaining([...named].map(([, name]) => name)))
  })

  test.each([
    ['commands', Object.values(slashCommands)],
    ['subcommands', Object.values(texts.subcommands)],
    ['options', Object.values(texts.options)],
    ['options of /policy', Object.values(texts.policyOptions)],
    ['subcommands of /banlist', Object.values(texts.banlistSubcommands)],
    ['options of /banlist', Object.values(texts.banlistOptions)],
    ['subcommands of /token', Object.values(texts.tokenSubcommands)],
    ['options of /token', Object.values(texts.tokenOptions)],
  ])('Discord accepts the names and descriptions of the %s', (_, named) => {
    for (const { name, description } of named) {
      expect(name).toMatch(/^[-_'\p{L}\p{N}]{1,32}$/u)
      expect(name).toBe(name.toLowerCase())
      expect(description).toMatch(/^.{1,100}$/)
    }
    expect(new Set(named.map(({ name }) => name)).size).toBe(named.length)
  })

  test('Discord accepts the message command, the choices and the button labels', () => {
    expect(checkMessage.name).toMatch(/^.{1,32}$/)
    const { kinds, watchShow, policyDecisions, policyModes, policyReports, banShow, banFormats } = texts
    const choices = [kinds, watchShow, policyDecisions, policyModes, policyReports, banShow, banFormats]
    for (const choice of choices.flatMap((each) => Object.values(each))) expect(choice).toMatch(/^.{1,100}$/)
    const { checkNext, checkFriend, checkFriends, retry, watchAll, watchBanned, confirmImport, ...others } =
      texts.buttons
    const { confirmBans, undoImport, lookUpOne, ...labels } = others
    const counted = [
      checkNext,
      checkFriend,
      retry,
      watchAll,
      watchBanned,
      confirmImport,
      confirmBans,
      undoImport,
    ].flatMap((label) => [label(1), label(1234)])
    for (const label of [...Object.values(labels), ...counted, checkFriends(1901, 2000), lookUpOne('A')])
      expect(label).toMatch(/^.{1,40}$/)
  })

  test('Discord accepts the forms', () => {
    const { title, titleOfMany, reason, until, reasonHint, untilHint } = texts.watch.form
    for (const short of [title, titleOfMany(12_345), reason, until]) expect(short).toMatch(/^.{1,45}$/)
    for (const hint of [reasonHint, untilHint]) expect(hint).toMatch(/^.{1,100}$/)
  })

  test('no text is empty or has surrounding blanks', () => {
    for (const [path, text] of fixed(texts)) {
      expect([path, text]).toEqual([path, path === 'lookup.and' ? ` ${text.trim()} ` : text.trim()])
      expect([path, text.trim()]).not.toEqual([path, ''])
    }
  })

  test.each(formatters(texts).filter(([path]) => !isError(path)))('%s contains its arguments', (path, format) => {
    const taken = takenBy(path, format)
    for (const counts of choices(taken.filter((kind) => kind === 'count').length)) {
      const text = formatWith(path, format, counts)
      const written = counts
        .filter((count) => count !== 0 || !ZERO_IN_WORDS.has(path))
        .map((count) => new Intl.NumberFormat(language).format(count))
      written.push(...(OWN_NUMBERS[path] ?? []))
      // Zero may be written as a word, but never as another number.
      const shown = ZERO_IN_WORDS.has(path) ? numbersIn(text).filter((number) => number !== '0') : numbersIn(text)
      expect([text, shown.toSorted()]).toEqual([text, written.toSorted()])
      if (taken.includes('word')) expect(text).toContain(NAME)
      expect(text).not.toBe('')
      expect(text).not.toMatch(/undefined|NaN|\[object/)
    }
  })

  test.each(formatters(texts).filter(([path]) => isError(path)))('%s is a complete sentence', (_, format) => {
    expect(format(FACTS)).toMatch(/^\S.*\.$/)
    expect(format(FACTS)).not.toMatch(/undefined|NaN|\[object/)
  })

  test('known trade statuses are translated, and an unknown one is shown as it is', () => {
    const { trade } = texts.bans
    expect(new Set([trade('banned'), trade('probation'), trade('frozen')]).size).toBe(3)
    expect(trade('banned')).not.toContain('banned')
    expect(trade('frozen')).toContain('frozen')
  })

  test('no text about something unknown says that there is no ban', () => {
    const unknown = [
      texts.common.unknown,
      texts.batch.uncheckedCount(1),
      texts.batch.uncheckedCount(2),
      texts.friends.notChecked(1, 2),
      texts.friends.stoppedBeforeList,
      texts.friends.stoppedAfter(1, 2),
      texts.friends.hoursUnknown,
      texts.inventory.private,
      texts.noProfile.withoutBans(NAME),
      texts.halfRecord.profile(NAME),
      texts.halfRecord.bans(NAME),
      texts.csv.results.unavailable,
      texts.csv.unknown,
      texts.errors.friends_private(FACTS),
      texts.errors.platform_unavailable(FACTS),
      texts.errors.platform_blocked(FACTS),
    ]
    for (const text of unknown) expect(text).not.toMatch(/\bno bans?\b|clean|keine?n? bans?\b|sauber/i)
    expect(new Set([texts.csv.results.clean, texts.csv.results.unavailable, texts.csv.results.notFound]).size).toBe(3)
  })

  test('column names are lower case words joined by underscores', () => {
    const {
      results: _,
      friendshipResults: __,
      actions: ___,
      decisions: ____,
      yes,
      no,
      private: hidden,
      unknown,
      ...columns
    } = texts.csv
    for (const column of Object.values(columns)) expect(column).toMatch(/^[a-z]+(_[a-z]+)*$/)
    expect(new Set(Object.values(columns)).size).toBe(Object.keys(columns).length)
    expect(new Set([yes, no, hidden, unknown]).size).toBe(4)
  })
})

test('fractions have the decimal sign of the language', () => {
  expect([en.number(1234.5), en.hours(0.1), en.hours(9.9), en.hours(49.9), en.percent(6.25)]).toEqual([
    '1,234.5',
    '0.1 h',
    '9.9 h',
    '49 h',
    '6.25%',
  ])
  expect([de.number(1234.5), de.hours(0.1), de.percent(6.25)]).toEqual(['1.234,5', '0,1 Std.', '6,25 %'])
})

test('a language with more than two plural forms gets all of them', () => {
  const { counted } = createPlurals('pl')
  const account = { one: 'konto', few: 'konta', many: 'kont', other: 'konta' }
  expect([1, 3, 5].map((count) => counted(count, account))).toEqual(['1 konto', '3 konta', '5 kont'])
})

test('a count of one is in the singular, all others are in the plural', () => {
  expect([0, 1, 2].map(en.daysAgo)).toEqual(['today', '1 day ago', '2 days ago'])
  expect([0, 1, 2].map(de.daysAgo)).toEqual(['heute', 'vor 1 Tag', 'vor 2 Tagen'])
  expect([1, 2].map(de.bans.vac)).toEqual(['1 VAC-Ban', '2 VAC-Bans'])
  expect([1, 2].map(de.inventory.count)).toEqual(['1 Gegenstand', '2 Gegenstände'])
  expect([1, 2].map(de.friends.deleted)).toEqual([
    '1 Konto auf der Liste existiert nicht mehr.',
    '2 Konten auf der Liste existieren nicht mehr.',
  ])
  expect([1, 2].map(de.friends.noneBanned)).toEqual([
    '1 Freund geprüft: kein Ban verzeichnet.',
    'Bei keinem von 2 geprüften Freunden ist ein Ban verzeichnet.',
  ])
  expect([1, 2].map((checked) => de.friends.result(1, checked, '50 %'))).toEqual([
    '1 von 1 geprüften Freund gebannt (50 %).',
    '1 von 2 geprüften Freunden gebannt (50 %).',
  ])
})

describe.each(keysOf(SAME_AS_ENGLISH))('the texts in the language %s', (language) => {
  const texts = textsFor(language)
  const translated = new Map(leavesOf(texts))

  test('differ from the English ones, except for words that are the same in both', () => {
    const same = fixed(en).filter(([path, text]) => translated.get(path) === text)
    expect(new Set(same.map(([, text]) => text))).toEqual(new Set(SAME_AS_ENGLISH[language].split(',')))
    for (const [path, format] of formatters(en)) {
      const counts = [1234, 1234, 1234]
      expect(formatWith(path, translated.get(path) as Format, counts)).not.toBe(formatWith(path, format, counts))
    }
  })

  test.each(formatters(en).filter(([path]) => isError(path)))(
    '%s contains the same facts as in English',
    (path, format) => {
      const factsIn = (text: string) => Object.values(FACTS).filter((fact: string) => text.includes(fact))
      expect(factsIn(formatWith(path, translated.get(path) as Format, []))).toEqual(factsIn(format(FACTS)))
    },
  )

  test('use their own name of the batch command', () => {
    expect(texts.errors.no_account_in_message()).toContain(`/${texts.commands.batch.name}`)
  })
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
