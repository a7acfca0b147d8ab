import { describe, expect, test, vi } from 'vitest'
import { publicProfile } from '../../../sim/steam/account.ts'
import { answerTo, ephemeral, NOW, useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot, startRestartableBot, answersToTwo } = await useCommandTests()
useFixedDate()

const figures = (checked: string) =>
  ephemeral(
    [
      '[#2b88a0]',
      '📊 how do i open door · Rust statistics',
      '❔ bans not checked',
      'K/D 0 · 0 kills, 14 deaths',
      'Accuracy 0% · 0 of 61 bullets hit a player',
      'Headshot rate nothing counted yet',
      'Rust hours 1.6 h · 1.6 h in the last two weeks',
      'Most counters run only on official servers, so these are not lifetime totals.',
      `\`${cast.rookie}\` · ${checked}`,
    ],
    '[1 ↩️ Account] [2 ➕ All stats] [3 📢 Post in channel]',
  )
const ROOKIE = figures('checked 0 seconds ago')

const ROOKIE_COUNTERS = ephemeral(
  [
    '[#2b88a0]',
    '📊 how do i open door · Rust statistics',
    '❔ bans not checked',
    '⚔️ Combat',
    'Melee strikes 412',
    '❤️ Survival',
    'Suicides 2 · Calories 1,893 · Water 701',
    '🏠 Building',
    'Blocks placed 44',
    '🪓 Resources',
    'Wood 3,120 · Stone 1,875',
    '🐗 Animals and scientists',
    'nothing counted yet',
    '📦 Items',
    'Dropped 17',
    '🧭 Other',
    'Inventory opened 230 · Map opened 31 · On roads 5 min',
    'Most counters run only on official servers, so these are not lifetime totals.',
    `\`${cast.rookie}\` · checked 0 seconds ago`,
  ],
  '[1 ↩️ Account] [2 ➖ Key figures] [3 📢 Post in channel]',
)

describe('the answer to /stats', () => {
  test('shows the main figures first and the others after More, in the same message', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    expect((await reply.acknowledged()).type).toBe(5)
    expect(await answerTo(reply)).toBe(ROOKIE)
    expect(reply.isEphemeral()).toBe(true)
    expect(await reply.click('All stats').until('Combat')).toBe(ROOKIE_COUNTERS)
    expect(await reply.click('Key figures').until('K/D')).toBe(ROOKIE)
  })

  test('is available in German', async () => {
    const bot = await startBot()
    const reply = bot.discord.user({ locale: 'de' }).type(`/stats ${cast.rookie}`)
    expect(await answerTo(reply)).toBe(
      ephemeral(
        [
          '[#2b88a0]',
          '📊 how do i open door · Rust-Statistiken',
          '❔ Bans nicht geprüft',
          'K/D 0 · 0 Kills, 14 Tode',
          'Trefferquote 0 % · 0 von 61 Kugeln trafen einen Spieler',
          'Headshot-Quote noch nichts gezählt',
          'Rust-Stunden 1,6 Std. · 1,6 Std. in den letzten zwei Wochen',
          'Das meiste wird nur auf offiziellen Servern gezählt; das sind also keine Gesamtwerte.',
          `\`${cast.rookie}\` · geprüft 0 seconds ago`,
        ],
        '[1 ↩️ Konto] [2 ➕ Alle Statistiken] [3 📢 Im Kanal posten]',
      ),
    )
    expect(await reply.click('Alle Statistiken').until('Kampf')).toContain(
      '┃ 🪓 Ressourcen\n┃ Holz 3.120 · Stein 1.875\n┃ 🐗 Tiere und Wissenschaftler\n┃ noch nichts gezählt\n',
    )
    await reply.click('Kennzahlen').until('Trefferquote')
  })

  test('formats rates as percentages, durations as hours, and groups large numbers', async () => {
    steam.world.add({
      steamId: '76561198009000001',
      profile: publicProfile('__Counted__'),
      statistics: {
        kill_player: 1_000,
        deaths: 300,
        headshot: 171,
        bullet_fired: 1_234_567,
        bullet_hit_player: 100_000,
        comfort_duration: 6_000_000,
        seconds_speaking: 5_400,
        horse_distance_ridden: 900_000.4,
        horse_distance_ridden_km: 12,
      },
    })
    const bot = await startBot()
    const reply = bot.discord.user().type('/stats 76561198009000001')
    const text = await answerTo(reply)
    expect(text).toContain('📊 __Counted__ · Rust statistics\n')
    expect(text).toContain(
      '┃ K/D 3.33 · 1,000 kills, 300 deaths\n┃ Accuracy 8.1% · 100,000 of 1,234,567 bullets hit a player\n┃ Headshot rate 0.17% · 171 headshots with any weapon\n',
    )
    const counters = await reply.click('All stats').until('Combat')
    expect(counters).toContain('┃ In comfort 1,666 h\n')
    expect(counters).toContain('┃ On horseback 900 km · Speaking 1.5 h\n')
  })

  test('shows a few seconds in seconds, not as zero', async () => {
    steam.world.add({ steamId: '76561198009000002', statistics: { deaths: 1, hot_exposure_duration: 20 } })
    const bot = await startBot()
    const reply = bot.discord.user().type('/stats 76561198009000002')
    await answerTo(reply)
    expect(await reply.click('All stats').until('Combat')).toContain('┃ In the heat 20 s\n')
  })

  test('shows only counters that Steam has, for the largest record', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.veteran}`)
    expect(await answerTo(reply)).toContain('┃ Rust hours 7,923 h · 150 h in the last two weeks\n')
    const text = await reply.click('All stats').until('Combat')
    expect(text).not.toMatch(/ 0( ·|$)|Repairs|Picked up \d|Crafted|helicopters/m)
    expect(text).not.toContain('more\n')
    expect(text).toContain('Speaking 253 h')
  })
})

describe('/stats without statistics', () => {
  test.each(['statsPrivate', 'statsPrivateHtml', 'private'] as const)(
    'shows private details as private (%s)',
    async (name) => {
      const bot = await startBot()
      const reply = bot.discord.user().type(`/stats ${cast[name]}`)
      expect(await answerTo(reply)).toBe(
        ephemeral(
          [
            '[#4a6fa5]',
            '🔒 Statistics private',
            `The game details of ${steam.world.account(cast[name])?.profile?.name} \`${cast[name]}\` are private. Only the owner of the account can change that.`,
          ],
          '[1 ↩️ Account] [2 📢 Post in channel]',
        ),
      )
      await reply.click('Account').until(`profile (https://steamcommunity.com/profiles/${cast[name]})`)
    },
  )

  test.each(['statsNone', 'noRust', 'gone'] as const)(
    'says there are no statistics, instead of zeros (%s)',
    async (name) => {
      const bot = await startBot()
      const text = await answerTo(bot.discord.user().type(`/stats ${cast[name]}`))
      expect(text).toContain('❌ No statistics')
      expect(text).toContain('the account does not own Rust, has never played it, or does not exist.')
      expect(text).not.toMatch(/Kills|counted nothing/)
    },
  )

  test('omits counters that Steam does not have, instead of showing 0', async () => {
    const bot = await startBot()
    expect(await answerTo(bot.discord.user().type(`/stats ${cast.statsEmpty}`))).not.toMatch(/Kills 0|Deaths 0/)
  })
})

describe('/stats when Steam fails', () => {
  test('shows an error, and Try again works', async () => {
    steam.dial.set('stats', { faults: { '502': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    const text = await answerTo(reply)
    expect(text).toMatch(/❔ .*: Steam does not answer\n/)
    expect(text).toContain('[1 ↩️ Account] [2 🔄 Try again]')
    steam.dial.reset()
    expect(await reply.click('Try again').until('Rust statistics')).toBe(ROOKIE)
  })

  test('shows the statistics without a name that is unknown', async () => {
    steam.dial.set('summaries', { faults: { '503': 1 } })
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/stats ${cast.rookie}`))
    expect(text).toContain(`📊 \`${cast.rookie}\` · Rust statistics\n`)
    expect(text).toContain('K/D 0 · 0 kills, 14 deaths')
  })

  test.each([
    ['hiddenHours', '🔒 private'],
    ['hiddenPlaytime', '🔒 private'],
  ] as const)('shows the hours of %s as private, and the main figures', async (name, hours) => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/stats ${cast[name]}`))
    expect(text).toMatch(new RegExp(`┃ K/D \\d.*\\n(?:┃ .*\\n)+┃ Rust hours ${hours}\\n`))
  })

  test.each(['503', 'hang'] as const)('shows hours that failed (%s) as unknown, not private', async (fault) => {
    steam.dial.set('games', { faults: { [fault]: 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    expect(await reply.until('K/D', 4_500)).toContain('┃ Rust hours ❔ could not be checked\n┃ Most counters')
  })

  test('shows the age of cached hours', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    await answerTo(user.type(`/lookup ${cast.rookie}`))
    vi.setSystemTime(NOW + 120_000)
    expect(await answerTo(user.type(`/stats ${cast.rookie}`))).toBe(
      figures('statistics checked 0 seconds ago · Rust hours checked 2 minutes ago'),
    )
  })

  test('offers Try again when More fails', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    await answerTo(reply)
    vi.setSystemTime(NOW + 3_600_000)
    steam.dial.set('stats', { faults: { '502': 1 } })
    const more = reply.buttons().find(({ label }) => label === 'All stats')
    await reply.click('All stats').until('Steam does not answer')
    expect(reply.buttons().find(({ label }) => label === 'Try again')?.customId).toBe(more?.customId)
  })

  test('waits at most a second for the name', async () => {
    steam.dial.set('summaries', { faults: { hang: 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    expect(await reply.until('Rust statistics', 2_500)).toContain(`\`${cast.rookie}\` · Rust statistics`)
  })
})

test('the Back button of /stats leads to the account, also after a restart of the bot', async () => {
  const { discord, restart } = await startRestartableBot()
  const reply = discord.user().type('/stats raider')
  await reply.until('Roof Raider · Rust statistics')
  await restart()
  await reply.click('Account').until('Steam profile')
  await reply.click('Stats').until('Roof Raider · Rust statistics')
})

test('two moderators with the same statistics at once share the calls to Steam', async () => {
  expect(await answersToTwo(`/stats ${cast.rookie}`)).toEqual([ROOKIE, ROOKIE])
  expect([steam.calls.count('stats'), steam.calls.count('summaries')]).toEqual([1, 1])
})
