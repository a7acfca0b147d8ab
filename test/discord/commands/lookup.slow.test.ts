import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { banRecord, publicProfile } from '../../../packages/sim-steam/src/account.ts'
import { answerTo, NOW, useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()
useFixedDate()

const FOUND = '┃ 🔗 Found by custom URL raider: check that this is the player you mean.\n'
const SCANNED = / · \d+ of \d+ checked friends banned \([^\n]*\)/

/** What the menu *More …* of a card offers. */
const IN_MENU = new Set(['Refresh', 'Statistics', 'Inventory'])

test('the answers about an account lead to each other in one ephemeral message, and say how it was found', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().type('/lookup raider')
  const first = await answerTo(reply)
  expect(first).toContain('┃ Steam: 1 VAC ban, 412 days ago\n')
  expect(first).toContain('┃ 2,431 h (21 h in 2 weeks) · 15 years old · 🇩🇪\n')
  vi.setSystemTime(NOW + 20_000)
  const steps = [
    ['Refresh', 'checked 0 seconds ago'],
    ['Statistics', 'K/D'],
    ['All stats', 'Combat'],
    ['Key figures', 'K/D'],
    ['Account', 'Steam profile'],
    ['Inventory', 'Rust items'],
    ['Next', 'showing 10–12'],
    ['Account', 'Steam profile'],
    ['Friends', ' banned ('],
    ['Account', 'Steam profile'],
  ] as const
  for (const [label, expected] of steps) {
    if (label === 'Next') steam.calls.reset()
    const pressed = IN_MENU.has(label) ? reply.select(label) : reply.click(label)
    expect(await pressed.until(expected)).toContain(FOUND)
    if (label === 'Next') expect(steam.calls.total()).toBe(0)
  }
  // The scan is remembered.
  expect(reply.text()).toMatch(SCANNED)
  expect(reply.text().replace(SCANNED, '')).toBe(first)
  expect(reply.isEphemeral()).toBe(true)
  expect([reply.files(), reply.followUps(), bot.discord.channel()]).toEqual([[], [], []])
})

test('an inventory and statistics say the bans of an account that was looked up before without asking Steam again', async () => {
  const bot = await startBot()
  const user = bot.discord.user()
  await user.type(`/lookup ${cast.raider}`).until('Steam: 1 VAC ban')
  steam.calls.reset()
  for (const command of ['inventory', 'stats'])
    expect(await answerTo(user.type(`/${command} ${cast.raider}`))).toContain('┃ ⛔ Steam: 1 VAC ban, 412 days ago\n')
  expect([steam.calls.count('inventory'), steam.calls.count('bans')]).toEqual([1, 0])
})

describe('the account option', () => {
  test('does not change when the custom URL moves to another account', async () => {
    steam.world.add({ steamId: '76561198009999911', vanity: 'moving', profile: publicProfile('First owner') })
    const bot = await startBot({ CACHE_VANITY_SECONDS: '0' })
    const reply = bot.discord.user().type('/lookup moving')
    await reply.until('First owner')
    steam.world.change('76561198009999911', { vanity: null })
    steam.world.add({ steamId: '76561198009999912', vanity: 'moving', profile: publicProfile('Second owner') })
    vi.setSystemTime(NOW + 86_400_000)
    await reply.select('Refresh').until('First owner')
    expect(reply.text()).not.toContain('Second owner')
  })

  test('may be given in any form', async () => {
    const bot = await startBot()
    const forms = [
      'https://steamcommunity.com/profiles/[U:1:39744703]',
      '<https://steamcommunity.com/id/raider>',
      '39744703',
      '76561198000010431  \\"76561198000070655\\"  26  58847.23s  85.76.8.230:64178  0.0  0',
    ]
    await Promise.all(
      forms.map((form) => bot.discord.user().type(`/lookup account:"  ${form} "`).until('Steam: 1 VAC ban')),
    )
  })

  test('takes one account, and offers to check two; repeats count once', async () => {
    const bot = await startBot()
    const calls = steam.calls.total()
    const reply = bot.discord.user().type(`/friends account:"raider, ${cast.clean}, ${cast.clean}"`)
    expect(await answerTo(reply)).toContain('❌ More than one account\n┃ You gave 2 different IDs or names')
    expect(steam.calls.total()).toBe(calls)
    expect(await reply.click('Check both').until('2 accounts')).toContain('1 of 2 checked accounts banned')
  })

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
    expect(await answerTo(reply)).toContain(
      '❔ raider `76561198000010431`\n┃ Steam does not answer, bans unknown · not banned by us\n',
    )
    steam.dial.reset()
    await reply.click('Try again').until('Steam: 1 VAC ban, 412 days ago')
  })
})

test('a ban record without a profile is shown at once, and that there is none once a second answer confirms it', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().type(`/lookup ${cast.deletedSummary}`)
  expect(await answerTo(reply)).toContain('Steam returned a ban record but no profile. Try again in 3 s to confirm.')
  vi.setSystemTime(NOW + 4_000)
  expect(await reply.click('Try again').until('No profile')).toContain(
    'has no profile: deleted or never set up. Bans on record: 1 VAC ban, 900 days ago.',
  )
})

describe('Refresh of a look-up', () => {
  test('calls Steam again and shows the time', async () => {
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
    const text = await reply.select('Refresh').until('2 VAC bans, newest today')
    expect(text).toContain('checked 0 seconds ago')
    const counts = (['summaries', 'bans', 'games', 'friends', 'vanity'] as const).map(steam.calls.count)
    expect(counts).toEqual([1, 1, 1, 1, 0])
  })

  test('makes no call within 10 s of the last answer', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    await answerTo(reply)
    steam.calls.reset()
    vi.setSystemTime(NOW + 10_000)
    const { interactionId } = reply.select('Refresh')
    await expect.poll(() => bot.log.some(({ requestId }) => requestId === interactionId)).toBe(true)
    expect(steam.calls.total()).toBe(0)
    expect(reply.edits()).toHaveLength(3)
    expect(reply.text()).toContain('checked 10 seconds ago')
  })

  test('shows a cached answer with its age while Steam is down, and never as clean', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const [banned, clean] = [user.type('/lookup raider'), user.type(`/lookup ${cast.clean}`)]
    await Promise.all([answerTo(banned), answerTo(clean)])
    vi.setSystemTime(NOW + 11_000)
    steam.dial.set('*', { faults: { '503': 1 } })
    await banned.select('Refresh').until('This result is from 11 seconds ago and may be outdated.')
    expect(banned.text()).toContain('Steam: 1 VAC ban')
    await clean.select('Refresh').until('Steam: no bans at the last check')
    expect(clean.text()).not.toMatch(/✅|#2da44e/)
  })
})
