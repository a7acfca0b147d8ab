import { describe, expect, test } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN_RECORD, NOW } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const BANNED = { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 3 }
const NO_CHANNEL = '⚠️ No channel is set for alerts. Set one with /watch channel, which needs Manage Server.'
const noAnswer = () => Promise.reject(new RapsheetError('platform_unavailable', 'down'))

describe('/watch add', () => {
  test('puts an account on the list, and says what is known of it now', async () => {
    const bot = await watchBot({ getBanRecords: async () => new Map([[ALICE, BANNED]]) })
    const user = bot.moderator({ name: 'anna' })
    const reply = user.type(`/watch add account:${ALICE} reason:"aimbot, seen by *two* mods" until:30d`)
    const text = await answerTo(reply)
    expect(text.replaceAll(/ago|in \d.*/g, '')).toContain(`👁️ name of ${ALICE} is on the watch list`)
    expect(text).toContain(`Note: aimbot, seen by *two* mods\n┃ \`${ALICE}\`\n`)
    expect(text).toMatch(/added by @anna .* ago · watched until 14 December 2023\n/)
    expect(text).toContain('⛔ Steam: 1 VAC ban, 3 days ago\n')
    expect(text).toContain(NO_CHANNEL)
    expect(text).toContain('1 of 1,000 in use')
    expect(text).toContain('[1 ↩️ Undo] [2 🔎 Look up] [3 🕓 History]')
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.message()?.notifies).toEqual([])
    expect(await bot.list()).toMatchObject([
      {
        steamId: ALICE,
        addedBy: user.id,
        addedAt: NOW,
        reason: 'aimbot, seen by *two* mods',
        until: NOW + 30 * 86_400,
      },
    ])
    expect(bot.discord.channel()).toEqual([])
  })

  test('adds the account all the same when Steam does not answer, and never shows it as clean', async () => {
    const bot = await watchBot({ getBanRecords: noAnswer, getSummary: noAnswer })
    const text = await answerTo(bot.moderator().type(`/watch add account:${ALICE} reason:x`))
    expect(text).toContain('❔ Not checked yet: bans unknown')
    expect(text).toContain('Bans unknown for now: Steam gave no data. The account is on the list')
    expect(text).not.toMatch(/✅|no bans/)
    expect(await bot.list()).toHaveLength(1)
  })

  test('shows an account without a ban as not checked, not as clean, when Steam gives no profile', async () => {
    const bot = await watchBot({ getSummary: noAnswer })
    const text = await answerTo(bot.moderator().type(`/watch add account:${ALICE} reason:x`))
    expect(text).toContain('❔ Steam: no bans on record · profile could not be checked\n')
    expect(text).not.toContain('✅')
  })

  test('shows a record of which Steam left out a part as incomplete', async () => {
    const bot = await watchBot({ getBanRecords: async () => new Map([[ALICE, { NumberOfVACBans: 0 }]]) })
    const text = await answerTo(bot.moderator().type(`/watch add account:${ALICE} reason:x`))
    expect(text).toContain('❔ Steam: could not be checked: game bans, Steam Community ban and trade restriction')
    expect(text).not.toMatch(/✅|no bans/)
  })
})

test('/watch add needs no note, and nothing says that there is one', async () => {
  const bot = await watchBot()
  const user = bot.moderator({ name: 'anna' })
  expect(await answerTo(user.type(`/watch add account:${ALICE}`))).toContain('is on the watch list')
  expect(await bot.list()).toMatchObject([{ steamId: ALICE, reason: '' }])
  const again = await answerTo(user.type(`/watch add account:${ALICE}`))
  expect(again).toMatch(new RegExp(`Already on the watch list\\n┃ \`${ALICE}\` · added by @anna`))
  const shown = [
    await answerTo(user.type('/watch list')),
    await answerTo(user.type(`/lookup ${ALICE}`)),
    await answerTo(user.type('/log')),
    await answerTo(user.type(`/watch remove account:${ALICE}`)),
  ]
  for (const text of shown) expect(text).not.toMatch(/note/i)
})

describe('/watch add with bad input gets a private answer, and changes nothing:', () => {
  const add = `/watch add account:${ALICE} reason:x`

  test.each([
    [
      'an unknown custom URL',
      '/watch add account:nobody_here reason:x',
      'Not found\n┃ Steam has no account nobody_here.',
    ],
    ['an account that is no account', '/watch add account:"who is that?" reason:x', 'Not recognized'],
    [
      'several accounts',
      `/watch add account:"${ALICE} ${BOB}" reason:x`,
      'More than one account\n┃ You gave 2 different IDs or names',
    ],
    [
      'an end that has passed',
      `${add} until:2020-01-31`,
      'The end has passed\n┃ 2020-01-31 is not in the future. Give a later end, or none.',
    ],
    [
      'nonsense for an end',
      `${add} until:"*soon*"`,
      'The end is not clear\n┃ I cannot read the end *soon*. Write 12h, 30d, 2w, 6mo, 1y,',
    ],
    ['an end far away', `${add} until:99y`, 'The end is too far away\n┃ 99y is more than ten years away.'],
  ])('%s', async (_, line, expected) => {
    const bot = await watchBot()
    const reply = bot.moderator().type(line)
    expect(await answerTo(reply)).toContain(`❌ ${expected}`)
    expect(reply.isEphemeral()).toBe(true)
    expect(await bot.list()).toEqual([])
    expect(await bot.changes()).toEqual([])
  })

  test('an id that Steam does not know', async () => {
    const bot = await watchBot({ getBanRecords: async () => new Map(), getSummary: async () => cached(null) })
    expect(await answerTo(bot.moderator().type(add))).toContain(
      `Not found · not banned by us\n┃ Steam has no account \`${ALICE}\`.`,
    )
    expect(await bot.list()).toEqual([])
  })

  test('an account on the list, with since when, by whom and why', async () => {
    const bot = await watchBot()
    await answerTo(bot.moderator({ name: 'anna' }).type(`/watch add account:${ALICE} reason:"the _first_ reason"`))
    const reply = bot.moderator().type(add)
    const text = await answerTo(reply)
    expect(reply.buttons().map(({ label }) => label)).toEqual(['Look up'])
    expect(text).toContain(
      `❌ Already on the watch list\n┃ \`${ALICE}\` has been on the list since 14 November 2023, note by @anna: the _first_ reason\n`,
    )
    expect(await bot.list()).toMatchObject([{ reason: 'the _first_ reason' }])
  })

  test('a full list, and a full bot', async () => {
    const bot = await watchBot({}, { limits: { maxPerGuild: 1, maxTotal: 2 } })
    await answerTo(bot.moderator().type(add))
    expect(await answerTo(bot.moderator().type(`/watch add account:${BOB} reason:x`))).toContain(
      'The list is full\n┃ There is room for 1 entry. Nothing was changed. Remove some first (/banlist list, /watch list, /policy exceptions).',
    )
    const full = await watchBot({}, { limits: { maxPerGuild: 9, maxTotal: 0 } })
    expect(await answerTo(full.moderator().type(add))).toContain(
      'The bot’s lists are full\n┃ All such lists of this bot together have room for 0 entries.',
    )
  })

  test.each([
    ['full', 'Not saved\n┃ The disk of the bot is full. Nothing was saved or changed.', 50],
    ['busy', 'The database is busy\n┃ Other work took too long. Nothing was saved or changed.', 50],
    ['damaged', 'The database is not available\n┃ Watch lists and policies can neither be read nor changed.', 50],
  ] as const)('a database that is %s', async (problem, words, level) => {
    const bot = await watchBot()
    const error = new DatabaseError(problem, 'what the operator needs to know')
    bot.context.database.transaction = () => Promise.reject(error)
    expect(await answerTo(bot.moderator().type(add))).toContain(`❌ ${words}`)
    await expect
      .poll(bot.lines)
      .toMatchObject([{ level, outcome: `database_${problem}`, reason: 'what the operator needs to know' }])
  })
})

describe('the Watch button of a look-up', () => {
  test('asks for the reason, and puts the account on the list', async () => {
    const bot = await watchBot()
    const user = bot.moderator()
    const lookup = user.type(`/lookup ${ALICE}`)
    await answerTo(lookup)
    const opened = lookup.click('Watch')
    expect(await opened.untilModal()).toMatchObject({
      title: `Watch ${ALICE}`,
      fields: [
        { label: 'Note', isRequired: false, isLong: true },
        { label: 'Until', kind: 'menu' },
        { label: 'Another end', isRequired: false, isLong: false },
      ],
    })
    const submitted = opened.submit({ Note: 'alt of\nraider' })
    const answer = await submitted.until('is on the watch list\n')
    expect(answer).toContain('Note: alt of raider\n')
    expect(submitted.isEphemeral()).toBe(true)
    // The card does not offer the same again.
    expect(lookup.text()).toBe(submitted.text())
    expect(await bot.list()).toMatchObject([{ steamId: ALICE, reason: 'alt of raider', until: null, addedBy: user.id }])
  })

  test('opens its form again with what was typed, after an error', async () => {
    const bot = await watchBot()
    const lookup = bot.moderator().type(`/lookup ${ALICE}`)
    await answerTo(lookup)
    const opened = lookup.click('Watch')
    expect((await opened.untilModal()).fields.map(({ value }) => value)).toEqual(['', '', ''])
    const note = 'alt of *raider*\n```\nseen at 18:00```'
    const failed = opened.submit({ Note: note, Until: '7 days', 'Another end': 'at 12:30' })
    await failed.until('The end is not clear\n┃ I cannot read the end at 12:30')
    const again = failed.click('Edit and send again')
    const { title, fields } = await again.untilModal()
    expect(title).toBe(`Watch ${ALICE}`)
    expect(fields.map(({ label, value }) => [label, value])).toEqual([
      ['Note', note],
      ['Until', ''],
      ['Another end', 'at 12:30'],
    ])
    await again.submit({ Note: 'alt', Until: '6 months', 'Another end': '' }).until('watched until 14 May 2024\n')
    expect(await bot.list()).toMatchObject([{ steamId: ALICE, reason: 'alt' }])
  })
})
