import { DiscordAPIError } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { AccountError } from '../../../src/accounts/discord/account-error.ts'
import type { FailureCode } from '../../../src/accounts/discord/describe-error.ts'
import { CommandError, type CommandErrorCode } from '../../../src/discord/command-error.ts'
import { eachLanguage, textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { outcomeOf, errorView } from '../../../src/app/bot/error-view.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import type { Bans } from '../../../src/model/account.ts'
import { ICONS } from '../../../src/lib/tone.ts'
import { CLEAN } from '../../support/fake-context.ts'
import { buttonsOf, coloursOf, textOf } from '../../support/view-content.ts'

const NOW = 1_780_000_000_000
const english = textsFor('en-US')
const ATTEMPT = {
  requestId: '1510976205619200014',
  guildId: null,
  subject: '*who is it*',
  backTo: '76561198000010431',
  retryId: 'v1:stats:76561198000010431',
}

const viewFor = (error: unknown, attempt: Parameters<typeof errorView>[1] = ATTEMPT, texts = english) =>
  errorView(error, attempt, NOW, texts)
const labelsOf = (view: View) => buttonsOf(view).map(({ label }) => label)

const CODES = Object.keys(english.errorTitles) as FailureCode[]
const errorOf = (code: FailureCode) => new CommandError(code as CommandErrorCode)

describe.each(eachLanguage)('in %s', (_, texts) => {
  test.each(CODES)('%s has a title and a sentence, and never looks clean', (code) => {
    const view = viewFor(errorOf(code), ATTEMPT, texts)
    const [title = '', ...lines] = textOf(view).split('\n')
    const [sentence = '', ...rest] = lines.filter((line) => !/^\*\*[^*]+\*\*$/.test(line))
    expect(title).toMatch(/^### (❔|❌|🔒|⏳) \S/)
    // A sentence may begin with a fact, which is empty here.
    expect(sentence.trim()).toMatch(/^\S.*[.!。！]$/)
    expect(rest).toEqual([])
    expect(sentence).not.toMatch(/undefined|null|NaN|\*\*\*\*/)
    expect(coloursOf(view)).not.toEqual([0x2d_a4_4e])
    expect(labelsOf(view)).toContain(texts.buttons.account)
  })

  test('every error code has its own text', () => {
    const shown = CODES.filter((code) => !code.startsWith('image_')).map((code) =>
      textOf(viewFor(errorOf(code), ATTEMPT, texts)),
    )
    expect(new Set(shown).size).toBe(shown.length)
  })
})

test.each<[string, FailureCode[]]>([
  ['🔒', ['friends_private', 'stats_private']],
  ['❔', ['platform_unavailable', 'platform_blocked', 'image_failed']],
  [
    '⏳',
    [
      'overloaded',
      'budget_spent',
      'rate_limited',
      'server_rate_limited',
      'scan_running',
      'limited_by_list',
      'user_share_spent',
    ],
  ],
])('the icon %s is used for %j only', (icon, codes) => {
  const shown = CODES.filter((code) => textOf(viewFor(errorOf(code))).includes(icon))
  expect(shown.toSorted()).toEqual(codes.toSorted())
})

test('Try again is offered exactly for the errors that can pass', () => {
  const hopeless = CODES.filter((code) => {
    const labels = labelsOf(viewFor(errorOf(code)))
    return !labels.includes('Try again')
  })
  const expected = `
    malformed_account account_not_found friends_private stats_private post_refused
    stats_not_found image_url_malformed image_host_refused outdated_button not_your_button not_permitted
    unknown_command server_only several_accounts same_account
    nothing_given nothing_understood no_account_in_message message_not_read message_withheld no_account_in_names
    file_too_large file_not_text
    not_installed_here user_install_off`
  expect(hopeless.toSorted()).toEqual(expected.trim().split(/\s+/).toSorted())
  expect(labelsOf(viewFor(errorOf('platform_unavailable'), { guildId: null, requestId: '1' }))).toEqual([])
})

test('offers to check both accounts where one was asked for, unless they do not fit into a button', () => {
  const labels = (...accounts: string[]) =>
    labelsOf(viewFor(new AccountError('several_accounts', { accounts }), { guildId: null, requestId: '1' }))
  expect(labels('raider', '76561198000010431')).toEqual(['Check both'])
  expect(labels('raider', 'sly', 'honest_joe')).toEqual([])
  expect(labels('raider', 'https://steamcommunity.com/id/sly')).toEqual([])
})

test.each([500, 502, 503])('a failure of Discord with status %i is not called a failure of the bot', (status) => {
  const failure = new DiscordAPIError({ code: 0, message: 'Internal Server Error' }, 0, status, 'POST', '/channels', {})
  const text = textOf(viewFor(failure))
  expect(text).toContain('Discord has a problem')
  expect(text).not.toMatch(/Internal|Something failed in the bot/)
  const refused = new DiscordAPIError({ code: 0, message: 'Bad Request' }, 0, 400, 'POST', '/channels', {})
  expect(textOf(viewFor(refused))).toContain('Internal error')
})

describe('when to try again', () => {
  test.each([
    [
      'the reset of a rate limit, rounded up to the second',
      new CommandError('rate_limited', { retryAfterMs: 20_001 }),
      1_780_000_021,
    ],
    ['what the error says', new RapsheetError('overloaded', '', { retryAfter: 7 }), 1_780_000_007],
    ['one minute by default', new RapsheetError('platform_unavailable', ''), 1_780_000_060],
  ])('is %s', (_, error, seconds) => {
    expect(textOf(viewFor(error))).toContain(`Try again with the button (ready <t:${seconds}:R>).`)
  })

  test('is a fixed duration for an incomplete record, so that the text stays true later', () => {
    const error = new RapsheetError('platform_unavailable', '', { retryAfter: 4, missingHalf: 'profile' })
    expect(textOf(viewFor(error))).toContain('no profile. Try again in 4 s to confirm.')
    expect(textOf(viewFor(error, ATTEMPT, textsFor('de')))).toContain('Versuch es in 4 s noch einmal')
  })

  test.each([
    [{ NumberOfGameBans: 2, DaysSinceLastBan: 3 }, 'banned', '2 game bans, newest 3 days ago; profile not returned'],
    [{ EconomyBan: 'banned' }, 'restricted', 'trade ban; profile not returned'],
    [{}, 'incomplete', 'no ban on record, but the profile was not returned'],
  ] as const)('is said next to the bans where Steam left out the profile alone: %o', (bans, tone, words) => {
    const details = { bansOnRecord: { ...CLEAN, ...bans }, bansFetchedAt: 1, steamId: '76561198000010431' }
    const error = new RapsheetError('platform_unavailable', '', { retryAfter: 4, missingHalf: 'profile', ...details })
    const text = textOf(viewFor(error))
    expect(text).toContain(`${ICONS[tone]} \`76561198000010431\`\n**${words}**\n`)
    expect(text).toContain('Try again in 4 s to confirm.')
    expect(textOf(viewFor(error, ATTEMPT, textsFor('de')))).toContain(' Steam hat kein Profil mitgeliefert**')
  })

  test('names no button where there is none', () => {
    const { retryId: _, ...attempt } = ATTEMPT
    const view = viewFor(new RapsheetError('platform_unavailable', ''), attempt)
    expect(textOf(view)).toContain('Try again <t:1780000060:R>.')
    expect(labelsOf(view)).not.toContain('Try again')
  })
})

describe('an account about which Steam did not answer', () => {
  const LOOKUP = { guildId: null, requestId: '1', subject: 'raider', retryId: 'v1:lookup:raider' }
  const shown = (more: Partial<RapsheetError>, attempt = LOOKUP, locale = 'en-US') =>
    textOf(viewFor(new RapsheetError('platform_unavailable', '', more), attempt, textsFor(locale)))

  test('is named in the title, which says that its bans are unknown', () => {
    expect(shown({})).toBe(
      '### ❔ raider\n**Steam does not answer, bans unknown**\nNothing could be checked, so this says nothing about bans. Try again with the button (ready <t:1780000060:R>).',
    )
    expect(shown({}, LOOKUP, 'de')).toContain('### ❔ raider\n**Steam antwortet nicht, Bans unbekannt**\n')
    expect(shown({}, { ...LOOKUP, subject: '76561198000010431' })).toContain('### ❔ `76561198000010431`\n**Steam')
  })

  test.each(['stats', 'inventory'])('is not said to have unknown bans when only its %s were asked for', (action) => {
    const text = shown({}, { ...LOOKUP, retryId: `v1:${action}:raider` })
    expect(text).toContain('### ❔ raider\n**Steam does not answer**\n')
  })

  test('has another title when the answer was unusable, and another one when it was incomplete', () => {
    expect(shown({ isUnusableRecord: true })).toContain('### ❔ raider\n**Steam’s answer is unusable, bans unknown**\n')
    expect(shown({ isUnusableRecord: true }, LOOKUP, 'de')).toContain(
      '### ❔ raider\n**Steams Antwort ist unbrauchbar, Bans unbekannt**\n',
    )
    expect(shown({ isUnusableRecord: true, missingHalf: 'bans' })).toContain(
      '### ❔ raider\n**Incomplete answer from Steam, bans unknown**\nSteam returned a profile without a ban record, so the bans could not be checked.',
    )
  })
})

test('the subject of an error is shown as literal Markdown', () => {
  const text = textOf(viewFor(new RapsheetError('account_not_found', '')))
  expect(text).toContain(String.raw`Steam has no account **\*who is it\***.`)
})

test('a command error shows its own subject and limit', () => {
  const error = new CommandError('file_too_large', { subject: '_list_.txt', detail: '1 MiB' })
  expect(textOf(viewFor(error))).toContain(String.raw`**\_list\_\.txt** is larger than 1 MiB.`)
})

test('an unexpected error shows the request id and nothing of its message', () => {
  const error = new TypeError('secret token in /srv/app/x.ts')
  expect(outcomeOf(error)).toBe('internal')
  const text = textOf(viewFor(error))
  expect(text).toContain('### ❌ Internal error')
  expect(text).toContain('`1510976205619200014`')
  expect(text).not.toContain('secret')
})

describe('an account with a ban record but without a profile', () => {
  const shown = (bans: Partial<Bans>, locale = 'en-US') =>
    viewFor(
      new RapsheetError('account_not_found', '', { steamId: '76561198000183892', bansOnRecord: { ...CLEAN, ...bans } }),
      { ...ATTEMPT, guildId: '100000000000000001', subject: '223461' },
      textsFor(locale),
    )

  test('is shown as banned if its record has a ban', () => {
    const view = shown({ VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 900 })
    expect(textOf(view)).toBe(
      '### ⛔ `76561198000183892`\n**No profile**\n`76561198000183892` has no profile: deleted or never set up. Bans on record: 1 VAC ban, 900 days ago.\n🔗 *223461* was looked up as a custom URL or friend code, not as an in-game name.',
    )
    expect(coloursOf(view)).toEqual([0xd8_3c_3e])
    expect(labelsOf(view)).toEqual(['Account', 'Watch'])
  })

  test('is shown as restricted if its record has a trade restriction', () => {
    expect(textOf(shown({ EconomyBan: 'banned' }))).toContain('### ⚠️ `76561198000183892`\n**No profile**\n')
  })

  test.each(['en-US', 'de'])('is neither clean nor an outage if its record has no bans (%s)', (locale) => {
    const view = shown({}, locale)
    expect(textOf(view)).toMatch(/^### ❔ /)
    expect(textOf(view)).not.toMatch(/✅|no bans|keine Bans|antwort|answer/i)
    expect(coloursOf(view)).not.toEqual([0x2d_a4_4e])
    expect(labelsOf(view)).not.toContain(textsFor(locale).buttons.tryAgain)
  })
})

describe('an input that was looked up as a custom URL', () => {
  const LINE = String.raw`🔗 *roof\_raider* was looked up as a custom URL (steamcommunity.com/id/…), not as an in-game name.`
  const linesOf = (error: Error, subject: string) =>
    textOf(viewFor(error, { guildId: null, requestId: '1', subject })).split('\n')

  test.each(['account_not_found', 'friends_private', 'stats_private', 'stats_not_found'] as const)(
    'is explained with %s',
    (code) => {
      expect(linesOf(new RapsheetError(code, ''), 'roof_raider')[2]).toBe(LINE)
      expect(linesOf(new RapsheetError(code, ''), '76561198000183892')).toHaveLength(2)
    },
  )

  test('is explained as a custom URL or friend code if it is a number', () => {
    expect(linesOf(new RapsheetError('account_not_found', ''), '39744703')[2]).toBe(
      '🔗 *39744703* was looked up as a custom URL or friend code, not as an in-game name.',
    )
  })

  test.each([
    ['7656119800001043', 'A SteamID64 has 17 digits, this one has 16. Copy the whole ID again.'],
    ['76561197960265728', 'This SteamID64 cannot belong to a player. Copy the whole ID again.'],
  ])('is called a mistyped SteamID64 if it looks like one and was not found: %s', (subject, shown) => {
    expect(linesOf(new RapsheetError('account_not_found', ''), subject)[2]).toBe(`🔗 ${shown}`)
    expect(linesOf(new RapsheetError('friends_private', ''), subject)[2]).toContain('was looked up as a custom URL')
  })

  test('is called a mistyped SteamID64 in a profile link that leads to no account', () => {
    const link = 'https://steamcommunity.com/profiles/7656119800001043'
    expect(linesOf(new RapsheetError('malformed_account', ''), link)[2]).toBe(
      '🔗 A SteamID64 has 17 digits, this one has 16. Copy the whole ID again.',
    )
    expect(linesOf(new RapsheetError('malformed_account', ''), 'https://steamcommunity.com/groups/x')).toHaveLength(2)
  })

  test('is not explained with errors that are not about the account', () => {
    expect(linesOf(new RapsheetError('platform_unavailable', ''), 'roof_raider')).toHaveLength(3)
    expect(linesOf(new CommandError('file_not_text', { subject: 'players' }), 'roof_raider')).toHaveLength(2)
  })
})
