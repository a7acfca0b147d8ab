import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { liftBan } from '../../../src/bans/lift-ban.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { answerTo, postedIn } from '../../support/command-tests.ts'
import { steamIsDown } from '../../support/failure.ts'
import { toStats } from '../../../src/steam/methods/get-rust-stats.ts'
import { cached, CLEAN, friendListOf, NOW, summaryOf } from '../../support/fake-context.ts'
import { createSkippingClock } from '../../support/skipping-clock.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

// The time at which the answers of Steam were fetched.
beforeEach(() => void vi.setSystemTime(NOW * 1_000))
afterEach(() => void vi.useRealTimers())

const NO_GUILD_BANS = '900000000000000001'
const DECISION = 'Banned by us until 14 December 2023 22:13 · aimbot *twice*'
const LINE = `┃ ${DECISION} · @anna · note: seen by *bob*\n`
/** The line below a heading that has no sign of the ban. */
const SIGNED_LINE = LINE.replace('Banned', '🔨 Banned')

const UNREADABLE = 'Our ban list cannot be read now'

/** The start of the row of an account that is banned by us, in which a long name is cut. */
const bannedRow = (steamId: SteamId) =>
  `┃ 🔨 name of ${steamId.slice(0, 15)}… (https://steamcommunity.com/profiles/${steamId}) · by us: aimbot *twice* · Steam: no bans\n`

/** A bot whose server has banned ALICE; Steam knows each account as clean. */
async function botWithBan({
  accounts = [ALICE],
  reason = 'aimbot *twice*',
  note = 'seen by *bob*',
  until = '30d',
} = {}) {
  const bot = await banBot({ getFriends: async () => cached(friendListOf([ALICE, BOB, CAROL])) })
  const anna = bot.moderator({ name: 'anna' })
  await banAccounts(bot.context, {
    guildId: bot.guildId,
    locale: 'en-US',
    userId: anna.id,
    accounts: accounts.map((steamId) => ({ steamId, name: `name of ${steamId}` })),
    typed: { reason, note, until },
    replaces: false,
    replacesExceptions: false,
  })
  return bot
}

describe('a look-up of an account that the server has banned', () => {
  test('says until when, why and by whom below the title, with the note, and does not look clean', async () => {
    const bot = await botWithBan()
    const lookup = bot.moderator().type(`/lookup ${ALICE}`)
    const text = await answerTo(lookup)
    expect(text).toContain('[#d83c3e]')
    expect(text).toContain(
      `┃ 🔨 name of ${ALICE}\n┃ (picture: Avatar of name of ${ALICE})\n${LINE}┃ Steam: no bans on record\n`,
    )
    expect(text).not.toContain('✅')
    expect(lookup.message()?.notifies).toEqual([])
  })

  test('says it in one line with the start of a long note, above what Steam says', async () => {
    const bot = await botWithBan({ note: 'long '.repeat(99) })
    const steam = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 12 }
    bot.context.steam.getBans = async () => cached(steam)
    const text = await answerTo(bot.moderator({ locale: 'de' }).type(`/lookup ${ALICE}`))
    expect(text).toMatch(
      /┃ 🔨⛔ name of \d+\n┃ \(picture: [^\n]*\n┃ Von uns gebannt bis [^\n]* · @anna · Notiz: (long ){20,24}long…\n┃ Steam: 1 VAC-Ban, vor 12 Tagen\n/,
    )
  })

  test('keeps reason and end when the database fails or is busy', async () => {
    const bot = await botWithBan()
    const line = `┃ ${DECISION} · ❔ who banned the account, and the note could not be read\n`
    bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
    expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).toContain(line)
    const clock = createSkippingClock()
    bot.context.clock = { ...clock, unixSeconds: () => NOW }
    bot.context.database.read = () => new Promise(() => setImmediate(() => clock.skip(2_000)))
    expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).toContain(line)
  })

  test('does not read the database for an account without a ban', async () => {
    const bot = await botWithBan()
    let reads = 0
    const { read } = bot.context.database
    bot.context.database.read = (work) => (reads++, read(work))
    await answerTo(bot.moderator().type(`/lookup ${BOB}`))
    expect(reads).toBe(0)
  })

  test('no longer says it when the ban has ended', async () => {
    const bot = await botWithBan()
    bot.time.now = NOW + 31 * 86_400
    expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).not.toMatch(/Banned by us|Lift ban/)
  })
})

test.each([
  ['/lookup', `/lookup ${ALICE}`, 'checked'],
  ['/batch', `/batch ${ALICE} ${BOB}`, 'checked'],
  ['/friends', `/friends ${BOB}`, 'checked friends'],
  ['/compare', `/compare account:${ALICE} other:${BOB}`, 'checked'],
])(
  'a list in memory that is damaged is named by %s, which does not call the account clean',
  async (_, command, shown) => {
    const bot = await botWithBan()
    bot.context.bans.find = () => 'unknown'
    const text = await bot
      .moderator()
      .type(command)
      .until((said) => said.includes(shown) && !said.includes('Stop and'))
    expect(text).toContain(UNREADABLE)
    expect(text).toContain('❔')
    expect(text).not.toMatch(/✅|our list\n/)
  },
)

test('what is posted while the list cannot be read says what Steam says, and nothing about the list', async () => {
  const bot = await botWithBan()
  bot.context.bans.find = () => 'unknown'
  const reply = bot.moderator().type(`/lookup ${BOB}`)
  await answerTo(reply)
  reply.click('Post in channel')
  const text = (await postedIn(bot.discord)).text()
  expect(text).toContain(`┃ ℹ️ name of ${BOB}\n┃ Steam: no bans on record\n`)
  expect(text).not.toMatch(/our list|ban list|✅/i)
})

test.each([
  ['batch', `/batch ${ALICE} ${BOB}`],
  ['friend list', `/friends ${CAROL}`],
])(
  'a posted %s without bans by Steam is the same whether the server has banned an account of it or not',
  async (_, command) => {
    const postedBy = async (bot: Awaited<ReturnType<typeof botWithBan>>) => {
      const reply = bot.moderator({ name: 'anna' }).type(command)
      await reply.until('Post in channel')
      reply.click('Post in channel')
      return (await postedIn(bot.discord)).text()
    }
    const text = await postedBy(await botWithBan())
    expect(text).not.toMatch(/✅|🔨|by us/)
    expect(text).toContain('┃ ℹ️ Steam: none of ')
    expect(text).toBe(await postedBy(await botWithBan({ accounts: ['76561197960287999'] })))
  },
)

test('a new entry of the watch list does not call a banned account clean', async () => {
  const bot = await botWithBan()
  const text = await answerTo(bot.moderator().type(`/watch add account:${ALICE}`))
  expect(text).toContain('[#d83c3e]')
  expect(text).toContain(SIGNED_LINE)
  expect(text).not.toContain('✅')
})

test('while the list cannot be read, the policy decides about no account', async () => {
  const bot = await botWithBan()
  await bot.save({ mode: 'observe', rules: { maxVacBans: 0 } })
  bot.context.steam.getBans = async () => cached({ ...CLEAN, VACBanned: true, NumberOfVACBans: 1 })
  expect(await answerTo(bot.moderator().type(`/lookup ${BOB}`))).toContain('Rules only count, but would refuse: ')
  bot.context.bans.find = () => 'unknown'
  const text = await answerTo(bot.moderator().type(`/lookup ${BOB}`))
  expect(text).toContain(`┃ ${UNREADABLE}\n`)
  expect(text).not.toContain('Rules')
})

test('a batch counts the accounts of all pages, and marks those of the page', async () => {
  const others = Array.from({ length: 11 }, (_, index): SteamId => `7656119796028${7940 + index}`)
  const bot = await botWithBan({ accounts: [ALICE, BOB, others[10] ?? ''] })
  const reply = bot.moderator().type(`/batch ${[ALICE, BOB, ...others].join(' ')}`)
  const text = await reply.until('page 1 of 2')
  expect(text).toContain('┃ 🔨 3 banned by us\n┃ Steam: none of 13 checked accounts has a ban on record.\n')
  expect(text).toContain(`${bannedRow(ALICE)}┃ \`${ALICE}\`\n${bannedRow(BOB)}┃ \`${BOB}\`\n┃ ✅ name of`)
  expect(text.match(/by us:/g)).toHaveLength(2)
  expect(text).toContain(`○ 🔨 name of ${BOB}`)
  expect(text).toContain('○ ✅ name of 76561197960287940')
  const next = await reply.click('Next page').until('page 2 of 2')
  expect(next).toContain('┃ 🔨 3 banned by us\n')
  expect(next).toContain(bannedRow(others[10] ?? ''))
})

test('a batch names the reason when the database fails', async () => {
  const bot = await botWithBan()
  bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
  const text = await answerTo(bot.moderator().type(`/batch ${ALICE} ${BOB}`))
  expect(text).toContain('┃ 🔨 1 banned by us\n')
  expect(text).toContain(bannedRow(ALICE))
})

test('a friend scan counts and names the banned friends, also those that are clean at Steam, and shows the ban of the account', async () => {
  const bot = await botWithBan({ accounts: [ALICE, BOB] })
  const text = await bot.moderator().type(`/friends ${BOB}`).until('checked friends')
  expect(text).toContain(`${SIGNED_LINE}┃ Steam: no bans on record · checked 0 seconds ago\n┃ 🔨 2 banned by us\n`)
  for (const steamId of [ALICE, BOB]) expect(text).toContain(bannedRow(steamId))
  expect(text).toContain('[#d83c3e]')
  expect(text).not.toContain('✅')
})

test('a comparison shows the ban of each account below its letter', async () => {
  const bot = await botWithBan({ accounts: [BOB] })
  const text = await answerTo(bot.moderator().type(`/compare account:${ALICE} other:${BOB}`))
  expect(text).toContain('[#d83c3e]')
  expect(text).toContain(`┃ A: ✅ name of ${ALICE}\n┃ No bans on record: Steam, our list\n`)
  expect(text).toContain(`┃ B: 🔨 name of ${BOB}\n${LINE}┃ Steam: no bans on record\n`)
})

describe('an account that Steam does not know or cannot answer for', () => {
  const GONE = { getSummary: async () => cached(null) }
  const DOWN = {
    getSummary: () => Promise.reject(steamIsDown()),
    getBans: () => Promise.reject(steamIsDown()),
    resolveVanityName: () => Promise.reject(steamIsDown()),
    getRustStats: () => Promise.reject(steamIsDown()),
    getInventory: () => Promise.reject(steamIsDown()),
  }

  test.each([
    ['/lookup', 'without a profile', GONE, 'no ban on record, but the profile was not returned'],
    ['/lookup', 'while Steam is down', DOWN, 'Steam does not answer, bans unknown'],
    ['/stats', 'while Steam is down', DOWN, 'Steam does not answer'],
  ])('%s %s names the ban above the error', async (command, _, steam, sentence) => {
    const bot = await botWithBan()
    Object.assign(bot.context.steam, steam)
    const reply = bot.moderator().type(`${command} ${ALICE}`)
    const text = await answerTo(reply)
    expect(text).toContain(`┃ 🔨❔ \`${ALICE}\`\n${LINE}┃ ${sentence}\n`)
    expect(reply.isEphemeral()).toBe(true)
    expect(await answerTo(bot.moderator({ guildId: NO_GUILD_BANS }).type(`${command} ${ALICE}`))).not.toContain(
      'Banned by us',
    )
  })

  test('by a custom URL that was looked up before, and in a comparison', async () => {
    const bot = await botWithBan({ accounts: [ALICE, BOB] })
    Object.assign(bot.context.steam, DOWN)
    bot.context.staleAnswers.resolveVanityName = async () => cached(ALICE)
    expect(await answerTo(bot.moderator().type('/lookup alice'))).toContain(LINE)
    const compared = await answerTo(bot.moderator().type(`/compare account:${ALICE} other:${BOB}`))
    for (const steamId of [ALICE, BOB]) expect(compared).toContain(`┃ 🔨❔ \`${steamId}\`\n${LINE}`)
  })

  test('says so when the list of the server cannot be read, and nothing for a text that is no account', async () => {
    const bot = await botWithBan()
    Object.assign(bot.context.steam, DOWN)
    bot.context.bans.find = () => 'unknown'
    expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).toContain(`┃ ❔ \`${ALICE}\`\n┃ ${UNREADABLE}\n`)
    expect(await answerTo(bot.moderator().type('/lookup "no account"'))).not.toContain(UNREADABLE)
  })

  test('the error is shown even if reading the ban fails because of a bug', async () => {
    const bot = await botWithBan()
    Object.assign(bot.context.steam, DOWN)
    bot.context.database.read = () => Promise.reject(new TypeError('a bug'))
    expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).toContain('Steam does not answer')
  })
})

describe('statistics, inventories and friend lists', () => {
  const STATS = {
    getRustStats: async () => cached({ kind: 'stats' as const, stats: toStats(new Map([['kill_player', 77]])) }),
  }
  const PRIVATE = {
    getRustStats: async () => cached({ kind: 'private' as const }),
    getFriends: async () => cached(null),
  }

  test.each([
    ['/stats', STATS, 'K/D'],
    ['/inventory', {}, 'Rust items'],
    ['/stats', PRIVATE, '🔒'],
    ['/friends', PRIVATE, '🔒'],
  ])('%s show the ban', async (command, steam, shown) => {
    const bot = await botWithBan()
    Object.assign(bot.context.steam, steam)
    const text = await bot
      .moderator()
      .type(`${command} ${ALICE}`)
      .until((said) => said.includes('Post in channel'))
    expect(text).toContain(shown)
    expect(text).toContain(SIGNED_LINE)
  })

  test('show no ✅ for a banned account whose record is known', async () => {
    const bot = await botWithBan()
    Object.assign(bot.context.steam, STATS)
    bot.context.rememberedAnswers.getSummary = () => cached(summaryOf(ALICE))
    bot.context.rememberedAnswers.getBans = () => cached(CLEAN)
    const text = await answerTo(bot.moderator().type(`/stats ${ALICE}`))
    expect(text).toContain(`${SIGNED_LINE}┃ Steam: no bans on record\n`)
    expect(text).not.toContain('✅')
  })
})

test('a history and an entry of the watch list show the ban', async () => {
  const bot = await botWithBan()
  await bot.watch(ALICE)
  const history = await answerTo(bot.moderator().type(`/history ${ALICE}`))
  expect(history).toContain(SIGNED_LINE)
  expect(history).not.toContain('✅')
  const list = bot.moderator().type('/watch list')
  await list.until('Watch list')
  const entry = await answerTo(list.select(`name of ${ALICE}`))
  expect(entry).toContain(LINE)
  expect(entry).not.toContain('✅')
})

test('the watch list counts the banned accounts of all pages, and marks their lines', async () => {
  const bot = await botWithBan()
  for (const steamId of [ALICE, BOB]) await bot.watch(steamId)
  const list = bot.moderator().type('/watch list')
  const text = await list.until('Watch list')
  expect(text).toContain('┃ No ban on record for 2 of 2\n┃ 🔨 1 banned by us\n')
  expect(text).toContain(`┃ 🔨 name of ${ALICE.slice(0, 15)}`)
  expect(text).toContain(`○ 🔨 name of ${ALICE}`)
  expect(text).toContain(`○ ✅ name of ${BOB}`)
  expect(text).not.toMatch(/twice|seen by/)
  await liftBan(bot.context, { ...bot.actor, steamId: ALICE })
  expect(await bot.moderator().type('/watch list').until('Watch list')).not.toContain('🔨')
})

describe('Ban and Lift ban', () => {
  test('stand below a look-up: the one for a banned account, the other for the rest', async () => {
    const bot = await botWithBan()
    const lookup = bot.banner().type(`/lookup ${BOB}`)
    await answerTo(lookup)
    const form = lookup.click('Ban')
    await form.untilModal()
    await form.submit({ Reason: 'cheats', Note: '' }).until('is banned by us')
    const banned = bot.banner().type(`/lookup ${BOB}`)
    expect(await answerTo(banned)).toMatch(/┃ Banned by us for good · cheats · @\w+\n/)
    expect(banned.buttons().map(({ label }) => label)).not.toContain('Ban')
    await banned.click('Lift ban').until('is no longer banned by us')
    expect(bot.find(BOB)).toBeUndefined()
  })

  test('are below histories and watch list entries', async () => {
    const bot = await botWithBan()
    await bot.watch(ALICE)
    await bot.watch(BOB)
    const list = bot.moderator().type('/watch list')
    await list.until('Watch list')
    const labelsOf = async (reply: ReturnType<typeof list.click>) => {
      await answerTo(reply)
      return reply.buttons().map(({ label }) => label)
    }
    expect(await labelsOf(list.select(`name of ${ALICE}`))).toEqual([
      'Look up',
      'History',
      'Edit',
      'Stop watching',
      'Lift ban',
    ])
    expect(await labelsOf(list.select(`name of ${BOB}`))).toEqual([
      'Look up',
      'History',
      'Edit',
      'Stop watching',
      'Ban',
    ])
    expect(await labelsOf(bot.moderator().type(`/history ${BOB}`))).toContain('Ban')
  })
})
