import { describe, expect, test } from 'vitest'
import { answerTo, ephemeral, useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()
useFixedDate()

/** The numbers of the listed items. */
const numbersIn = (text: string) => [...text.matchAll(/^┃ (\d+)\. /gm)].map(([, n]) => Number(n))

const HOARDER = ephemeral(
  [
    '[#2b88a0]',
    '🎒 box goblin · Rust items',
    '❔ bans not checked',
    '70 items · showing 1–9 (Steam gave the first 50)',
    // Three of the nine have no picture.
    '▣ 1. Uninstanced Chair',
    '▣ 5. Bandit Thompson',
    '▣ 6. Glory Roadsign Vest',
    '▣ 7. Woodland Rock',
    '▣ 8. Blackout Facemask',
    '▣ 9. Whiteout Pants',
    'Pictures: 1, 5–9',
    '1. Uninstanced Chair · not marketable',
    '2. Iconless Rug · not marketable',
    '3. Blank Poster · not marketable',
    '4. Unknown item · not tradable, not marketable',
    '5. Bandit Thompson · not tradable',
    '6. Glory Roadsign Vest',
    '7. Woodland Rock',
    '8. Blackout Facemask · not tradable',
    '9. Whiteout Pants · not marketable',
    `\`${cast.hoarder}\` · checked 0 seconds ago`,
  ],
  '[1 ↩️ Account] [2 ⬅️ Previous page (disabled)] [3 ➡️ Next page] [4 📢 Post in channel]',
)

describe('an inventory', () => {
  test('shows pictures, names, whether items can be traded and sold, and the number of items', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    expect((await reply.acknowledged()).type).toBe(5)
    expect(await answerTo(reply)).toBe(HOARDER)
    expect(reply.isEphemeral()).toBe(true)
    // Steam's image URLs, because Discord could not load ours.
    const wire = JSON.stringify(reply.message()?.wire())
    expect(wire).toContain('https://community.akamai.steamstatic.com/economy/image/')
  })

  test('shows nine items per page, each once, without further calls to Steam', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    const seen = numbersIn(await answerTo(reply))
    steam.calls.reset()
    for (const first of [10, 19, 28, 37, 46])
      seen.push(...numbersIn(await reply.click('Next').until(`showing ${first}–`)))
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(reply.text()).toContain(
      '[1 ↩️ Account] [2 ⬅️ Previous page] [3 ➡️ Next page (disabled)] [4 📢 Post in channel]',
    )
    expect(steam.calls.total()).toBe(0)
  })
})

test('the bans of an account that was looked up before are said without asking Steam again', async () => {
  const bot = await startBot()
  const user = bot.discord.user()
  await user.type(`/lookup ${cast.raider}`).until('Banned by Steam')
  steam.calls.reset()
  expect(await answerTo(user.type(`/inventory ${cast.raider}`))).toContain(
    '🎒 Roof Raider · Rust items\n┃ ⛔ Banned by Steam: 1 VAC ban, last ban 412 days ago.\n',
  )
  expect(await answerTo(user.type(`/stats ${cast.raider}`))).toContain(
    '📊 Roof Raider · Rust statistics\n┃ ⛔ Banned by Steam: 1 VAC ban, last ban 412 days ago.\n',
  )
  expect([steam.calls.count('inventory'), steam.calls.count('bans')]).toEqual([1, 0])
})

describe('/inventory when Steam fails', () => {
  test.each(['429', '503', 'null-200'] as const)('(%s) shows an error and never an empty inventory', async (fault) => {
    steam.dial.set('inventory', { faults: { [fault]: 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    const text = await answerTo(reply)
    expect(text).toMatch(/Steam does not answer|Too many lookups/)
    expect(text).toMatch(/Try again with the button \(ready in \d+ (second|minute)/)
    expect(text).not.toMatch(/0 items|contains no|private/)
    steam.dial.reset()
    expect(await reply.click('Try again').until('box goblin')).toBe(HOARDER)
  })
})
