import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { banRecord, publicProfile } from '../../../packages/sim-steam/src/account.ts'
import type { CastName } from '../../../packages/sim-steam/src/cast.ts'
import { answerTo, ephemeral, NOW, useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()
useFixedDate()

const CLEAN_COLOUR = '#2da44e'

const BUTTONS = [
  '[1 👥 Friends] [2 📊 Stats] [3 🎒 Inventory] [4 🔄 Refresh]',
  '[5 👁️ Watch] [6 🔨 Ban here] [7 📢 Post in channel]',
].join('\n')

describe('the complete answer to /lookup', () => {
  test.each<[CastName, string[]]>([
    [
      'raider',
      [
        '[#d83c3e]',
        '⛔ Roof Raider',
        'Banned by Steam: 1 VAC ban, last ban 412 days ago.',
        '(picture: Avatar of Roof Raider)',
        'Game bans 0 · Steam Community ban no · Trade restriction no',
        'Rust hours 2,431 h · 21 h in the last two weeks',
        'Friend list public',
        'Account 15 years old · created 13 March 2011',
        'Country in profile 🇩🇪 Germany',
        '`76561198000010431` · `STEAM_0:1:19872351` · `[U:1:39744703]`',
        'Custom URL `raider`',
        'Steam profile (https://steamcommunity.com/profiles/76561198000010431) · BattleMetrics (RCON) (https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=76561198000010431)',
        'checked 0 seconds ago',
        '⛔ Banned by Steam: 1 VAC ban, last ban 412 days ago.',
      ],
    ],
    [
      'private',
      [
        '[#4a6fa5]',
        '🔒 nobody you know',
        'No bans on record, but the profile is private.',
        '(picture: Avatar of nobody you know)',
        'VAC bans 0 · Game bans 0 · Steam Community ban no · Trade restriction no',
        'Rust hours 🔒 private',
        'Friend list 🔒 private',
        'Account 🔒 private',
        '`76561198000083041` · `STEAM_0:1:19908656` · `[U:1:39817313]`',
        'Steam profile (https://steamcommunity.com/profiles/76561198000083041) · BattleMetrics (RCON) (https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=76561198000083041)',
        'checked 0 seconds ago',
      ],
    ],
    [
      'clean',
      [
        `[${CLEAN_COLOUR}]`,
        '✅ Honest Joe',
        'No bans on record.',
        '(picture: Avatar of Honest Joe)',
        'VAC bans 0 · Game bans 0 · Steam Community ban no · Trade restriction no',
        'Rust hours 475 h · 150 h in the last two weeks',
        'Friend list public',
        'Account 22 years old · created 12 September 2003',
        'Country in profile 🇸🇪 Sweden',
        '`76561198000070655` · `STEAM_0:1:19902463` · `[U:1:39804927]`',
        'Custom URL `honest_joe`',
        'Steam profile (https://steamcommunity.com/profiles/76561198000070655) · BattleMetrics (RCON) (https://www.battlemetrics.com/rcon/players?filter%5Bsearch%5D=76561198000070655)',
        'checked 0 seconds ago',
        '✅ No bans on record.',
      ],
    ],
  ])('for %s', async (name, lines) => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/lookup ${cast[name]}`)
    expect((await reply.acknowledged()).type).toBe(5)
    expect(await answerTo(reply)).toBe(ephemeral(lines, BUTTONS))
  })
})

describe('what is worth knowing of an account', () => {
  const worthKnowing = async (lookup: Promise<string>) =>
    (await lookup).split('\n').flatMap((line) => (line.startsWith('┃ • ') ? [line.slice('┃ • '.length)] : []))

  test.each<[CastName, string[]]>([
    ['clean', []],
    ['private', []],
    ['rookie', ['Few hours in Rust: 1.6 h']],
    ['noRust', ['No Rust of its own: never played, or only on a shared copy']],
    ['hiddenHours', ['Hours hidden, although the profile is public']],
    ['inventoryUnset', ['Profile never set up']],
    ['gameBanned', ['Recent ban: last ban 3 days ago', 'Several bans: 2 in total']],
  ])('is, for %s, %j', async (name, facts) => {
    const bot = await startBot()
    expect(await worthKnowing(answerTo(bot.discord.user().type(`/lookup ${cast[name]}`)))).toEqual(facts)
  })

  test('includes the banned friends once a scan has checked them, without a further call', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const reply = user.type(`/friends ${cast.raider}`)
    const [, banned, checked] = /(\d+) of (\d+) checked friends banned/.exec(await reply.until('banned (')) ?? []
    steam.calls.reset()
    expect(await worthKnowing(answerTo(user.type(`/lookup ${cast.raider}`)))).toEqual([
      `Banned friends: ${banned} of ${checked} checked friends are banned, checked 0 seconds ago`,
    ])
    // The hours alone, which are not counted here.
    expect(['friends', 'bans', 'summaries'].map((method) => steam.calls.count(method as 'friends'))).toEqual([0, 0, 0])
  })
})

describe('how the account was found', () => {
  const FOUND = '┃ 🔗 Found by custom URL raider: check that this is the player you mean.\n'

  test.each(['lookup', 'friends', 'stats', 'inventory'])(
    'is shown by /%s for a custom URL and not for an id',
    async (command) => {
      const bot = await startBot()
      const ask = (account: string) => bot.discord.user().type(`/${command} ${account}`)
      expect(await answerTo(ask('raider'))).toContain(FOUND)
      expect(await answerTo(ask('https://steamcommunity.com/id/raider'))).toContain(FOUND)
      for (const form of [cast.raider, `https://steamcommunity.com/profiles/${cast.raider}`, '[U:1:39744703]'])
        expect(await answerTo(ask(form))).not.toContain('Found by')
    },
  )

  test('is still shown after Refresh, Stats, More, Inventory and Back', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    await answerTo(reply)
    vi.setSystemTime(NOW + 20_000)
    const steps = [
      ['Refresh', 'checked 0 seconds ago'],
      ['Stats', 'K/D'],
      ['All stats', 'Combat'],
      ['Key figures', 'K/D'],
      ['Account', 'Steam profile'],
      ['Inventory', 'Rust items'],
      ['Next', 'showing 10–12'],
      ['Account', 'Steam profile'],
      ['Friends', 'checked friends banned'],
      ['Account', 'Steam profile'],
    ] as const
    for (const [label, expected] of steps) expect(await reply.click(label).until(expected)).toContain(FOUND)
  })

  test('does not change when the custom URL moves to another account', async () => {
    steam.world.add({ steamId: '76561198009999911', vanity: 'moving', profile: publicProfile('First owner') })
    const bot = await startBot({ CACHE_VANITY_SECONDS: '0' })
    const reply = bot.discord.user().type('/lookup moving')
    await reply.until('First owner')
    steam.world.change('76561198009999911', { vanity: null })
    steam.world.add({ steamId: '76561198009999912', vanity: 'moving', profile: publicProfile('Second owner') })
    vi.setSystemTime(NOW + 86_400_000)
    await reply.click('Refresh').until('First owner')
    expect(reply.text()).not.toContain('Second owner')
  })
})

describe('the account option', () => {
  const forms = [
    'https://steamcommunity.com/profiles/[U:1:39744703]',
    '<https://steamcommunity.com/id/raider>',
    '39744703',
    '76561198000010431  \\"76561198000070655\\"  26  58847.23s  85.76.8.230:64178  0.0  0',
  ]

  test.each([
    ['lookup', 'Banned by Steam: 1 VAC ban'],
    ['friends', /Friends of Roof Raider `76561198000010431`\n(┃ 🔗 .*\n)?┃ ⛔ 10 of 38 checked friends banned/],
    ['stats', 'Roof Raider · Rust statistics'],
    ['inventory', 'Roof Raider · Rust items'],
  ])('of /%s may be given in any form', async (command, expected) => {
    const bot = await startBot()
    await Promise.all(forms.map((form) => bot.discord.user().type(`/${command} account:"  ${form} "`).until(expected)))
  })

  test.each(['lookup', 'friends', 'stats', 'inventory'])(
    'of /%s rejects several accounts; repeats count once',
    async (command) => {
      const bot = await startBot()
      const calls = steam.calls.total()
      const reply = bot.discord.user().type(`/${command} account:"raider, ${cast.clean}, ${cast.clean}"`)
      expect(await answerTo(reply)).toBe(
        ephemeral(
          [
            '[#8b949e]',
            '❌ More than one account',
            'You gave 2 different IDs or names, but this command takes one account. Use /batch for several.',
          ],
          '[1 📋 Check both]',
        ),
      )
      expect(steam.calls.total()).toBe(calls)
      expect(await reply.click('Check both').until('2 accounts')).toContain('1 of 2 checked accounts banned')
    },
  )

  test('never shows the token of a trade link, whether or not its account exists', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const link = (partner: number) => `https://steamcommunity.com/tradeoffer/new/?partner=${partner}&token=sEcReT`
    const malformed = await answerTo(user.type(`/lookup ${link(0)}`))
    expect(malformed).toContain('partner=0&token=… was not recognized as a Steam account.')
    const unknown = await answerTo(user.type(`/lookup ${link(1)}`))
    expect(unknown).toContain('Steam has no account `76561197960265729`.')
    expect(malformed + unknown).not.toContain('sEcReT')
  })
})

describe('/lookup when Steam does not answer', () => {
  test('shows an error, and Try again works', async () => {
    steam.dial.set('bans', { faults: { '503': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    expect(await answerTo(reply)).toBe(
      ephemeral(
        [
          '[#8b949e]',
          '❔ raider: Steam does not answer, bans unknown',
          'Nothing could be checked, so this says nothing about bans. Try again with the button (ready in 1 minute).',
        ],
        '[1 🔄 Try again]',
      ),
    )
    steam.dial.reset()
    await reply.click('Try again').until('Banned by Steam: 1 VAC ban, last ban 412 days ago.')
  })
})

const DETAILS = [
  ['Friends', '👥 Friends of Roof Raider'],
  ['Stats', '📊 Roof Raider · Rust statistics'],
  ['Inventory', '🎒 Roof Raider · Rust items'],
] as const

test('a ban record without a profile is shown at once, and that there is none once a second answer confirms it', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().type(`/lookup ${cast.deletedSummary}`)
  expect(await answerTo(reply)).toContain(
    `⛔ \`${cast.deletedSummary}\`: 1 VAC ban on record, last ban 900 days ago; profile not returned\n┃ Steam returned a ban record but no profile. Try again in 3 s to confirm.\n`,
  )
  vi.setSystemTime(NOW + 4_000)
  expect(await reply.click('Try again').until('No profile')).toBe(
    ephemeral(
      [
        '[#d83c3e]',
        `⛔ \`${cast.deletedSummary}\`: No profile`,
        `\`${cast.deletedSummary}\` has no profile: deleted or never set up. Bans on record: 1 VAC ban, last ban 900 days ago.`,
      ],
      '[1 👁️ Watch] [2 🔨 Ban here]',
    ),
  )
  const opened = reply.click('Watch')
  await opened.untilModal()
  const answer = await answerTo(opened.submit({ Note: 'deleted' }))
  expect(answer).toContain(
    `\`${cast.deletedSummary}\` is on the watch list\n┃ Known now: ⛔ 1 VAC ban, last ban 900 days ago\n`,
  )
  expect(answer).toContain('Note: deleted\n')
})

/** A look-up without what a friend scan has found since. */
const withoutScan = (text: string) => text.replace(/┃ Worth knowing\n┃ • Banned friends: [^\n]*\n/, '')

describe('the buttons of /lookup', () => {
  test.each(DETAILS)('open %s and go Back in the same ephemeral message', async (button, expected) => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    const first = await answerTo(reply)
    const click = reply.click(button)
    expect((await click.acknowledged()).type).toBe(6)
    await click.until(expected)
    expect(click.message()?.id).toBe(reply.message()?.id)
    expect(withoutScan(await click.click('Account').until('Steam profile'))).toBe(first)
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.files()).toEqual([])
    expect(reply.followUps()).toEqual([])
    expect(bot.discord.channel()).toEqual([])
  })

  test('include Refresh, which calls Steam again and shows the time', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const reply = user.type('/lookup raider')
    await answerTo(reply)
    vi.setSystemTime(NOW + 45_000)
    expect(await answerTo(user.type('/lookup raider'))).toContain('checked 45 seconds ago')
    steam.world.change(cast.raider, { bans: banRecord({ vac: 2 }) })
    onTestFinished(() => {
      steam.world.change(cast.raider, {
        bans: banRecord({ vac: 1, daysSinceLast: 412 }),
      })
    })
    steam.calls.reset()
    const text = await reply.click('Refresh').until('2 VAC bans, last ban today')
    expect(text).toContain('checked 0 seconds ago')
    const counts = (['summaries', 'bans', 'games', 'friends', 'vanity'] as const).map(steam.calls.count)
    expect(counts).toEqual([1, 1, 1, 1, 0])
  })

  test('include Refresh, which makes no call within 10 s of the last answer', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    await answerTo(reply)
    steam.calls.reset()
    vi.setSystemTime(NOW + 10_000)
    const { interactionId } = reply.click('Refresh')
    await expect.poll(() => bot.log.some(({ requestId }) => requestId === interactionId)).toBe(true)
    expect(steam.calls.total()).toBe(0)
    expect(reply.edits()).toHaveLength(3)
    expect(reply.text()).toContain('checked 10 seconds ago')
  })

  test('include Refresh, which shows a cached answer with its age while Steam is down, and never as clean', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const [banned, clean] = [user.type('/lookup raider'), user.type(`/lookup ${cast.clean}`)]
    await Promise.all([answerTo(banned), answerTo(clean)])
    vi.setSystemTime(NOW + 11_000)
    steam.dial.set('*', { faults: { '503': 1 } })
    await banned.click('Refresh').until('This result is from 11 seconds ago and may be outdated.')
    expect(banned.text()).toContain('Banned by Steam: 1 VAC ban')
    await clean.click('Refresh').until('No bans were on record at the last check.')
    expect(clean.text()).not.toMatch(/✅|#2da44e/)
  })
})
