import { describe, expect, test, vi } from 'vitest'
import { publicProfile } from '../../../sim/steam/account.ts'
import {
  afterDoubleClick,
  answerTo,
  ephemeral,
  framed,
  NOW,
  useCommandTests,
  useFixedDate,
} from '../../support/command-tests.ts'

const { steam, cast, startBot, startRestartableBot, answersToTwo } = await useCommandTests()
useFixedDate()

/** The numbers of the listed items. */
const numbersIn = (text: string) =>
  [...text.matchAll(/^┃ (\d+)\. .+ · (?:tradable|marketable|neither)/gm)].map(([, n]) => Number(n))

const HOARDER = ephemeral(
  [
    '[#2b88a0]',
    `🎒 Rust items of box goblin \`${cast.hoarder}\``,
    '70 items',
    // Three of the ten have no picture.
    '▣ Uninstanced Chair',
    '▣ Bandit Thompson',
    '▣ Glory Roadsign Vest',
    '▣ Woodland Rock',
    '▣ Blackout Facemask',
    '▣ Whiteout Pants',
    '▣ Big Grin Garage Door',
    '1. Uninstanced Chair · tradable',
    '2. Iconless Rug · tradable',
    '3. Blank Poster · tradable',
    '4. Unknown item · neither tradable nor marketable',
    '5. Bandit Thompson · marketable',
    '6. Glory Roadsign Vest · tradable, marketable',
    '7. Woodland Rock · tradable, marketable',
    '8. Blackout Facemask · marketable',
    '9. Whiteout Pants · tradable',
    '10. Big Grin Garage Door · tradable, marketable',
    'Only the first 50 of 70 items can be shown.',
    'page 1 of 5',
    'checked 0 seconds ago',
  ],
  '[1 ◀️ Back] [2 ⬅️ Previous page (disabled)] [3 ➡️ Next page] [4 📢 Post in channel]',
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

  test('is available in German', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user({ locale: 'de' }).type(`/inventory ${cast.hoarder}`))
    expect(text).toContain(
      framed(
        '[#2b88a0]',
        `🎒 Rust-Gegenstände von box goblin \`${cast.hoarder}\``,
        '70 Gegenstände',
        '▣ Uninstanced Chair',
      ),
    )
    expect(text).toContain(
      ephemeral(
        [
          '4. Unknown item · weder handelbar noch marktfähig',
          '5. Bandit Thompson · marktfähig',
          '6. Glory Roadsign Vest · handelbar, marktfähig',
          '7. Woodland Rock · handelbar, marktfähig',
          '8. Blackout Facemask · marktfähig',
          '9. Whiteout Pants · handelbar',
          '10. Big Grin Garage Door · handelbar, marktfähig',
          'Nur 50 von 70 Gegenständen können angezeigt werden.',
          'Seite 1 von 5',
          'geprüft 0 seconds ago',
        ],
        '[1 ◀️ Zurück] [2 ⬅️ Vorherige Seite (disabled)] [3 ➡️ Nächste Seite] [4 📢 Im Kanal posten]',
      ),
    )
  })

  test('shows ten items per page, each once, without further calls to Steam', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    const seen = numbersIn(await answerTo(reply))
    steam.calls.reset()
    for (const page of [2, 3, 4, 5]) seen.push(...numbersIn(await reply.click('Next').until(`page ${page} of 5`)))
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(reply.text()).toContain(
      '[1 ◀️ Back] [2 ⬅️ Previous page] [3 ➡️ Next page (disabled)] [4 📢 Post in channel]',
    )
    expect(steam.calls.total()).toBe(0)
  })

  test('has a Previous button', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    await answerTo(reply)
    await reply.click('Next').until('page 2 of 5')
    expect(await reply.click('Previous').until('page 1 of 5')).toBe(HOARDER)
  })

  test('shows the size of a huge inventory', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/inventory ${cast.collector}`))
    expect(text).toContain('┃ 2,345 items\n')
    expect(text).toContain('┃ Only the first 50 of 2,345 items can be shown.\n┃ page 1 of 5\n')
  })

  test('has no page buttons when it fits on one page', async () => {
    const described = { type: '', tradable: true, marketable: false }
    steam.world.add({
      steamId: '76561198009000001',
      profile: publicProfile('@everyone'),
      inventory: {
        assets: [
          { assetId: '2', classId: '11' },
          { assetId: '1', classId: '12' },
        ],
        descriptions: [
          { ...described, classId: '11', name: '*Rock* [a](https://evil.io) @here', icon: 'abc' },
          { ...described, classId: '12', name: '\u200b', icon: 'def' },
        ],
      },
    })
    const bot = await startBot()
    const reply = bot.discord.user().type('/inventory 76561198009000001')
    expect(await answerTo(reply)).toBe(
      ephemeral(
        [
          '[#2b88a0]',
          '🎒 Rust items of @everyone `76561198009000001`',
          '2 items',
          '▣ *Rock* [a](https://evil.io) @here',
          '▣ ?',
          '1. *Rock* [a](https://evil.io) @here · tradable',
          '2. ? · tradable',
          'checked 0 seconds ago',
        ],
        '[1 ◀️ Back] [2 📢 Post in channel]',
      ),
    )
    expect(reply.message()?.notifies).toEqual([])
  })
})

describe('an inventory without items to show', () => {
  test.each(['inventoryPrivate', 'inventoryUnset', 'private'] as const)(
    'is shown as private, not empty (%s)',
    async (name) => {
      const bot = await startBot()
      const text = await answerTo(bot.discord.user().type(`/inventory ${cast[name]}`))
      expect(text).toMatch(
        /^┃ \[#4a6fa5\]\n┃ 🔒 Rust items of .+\n┃ The inventory is private, so its items cannot be seen\.\n/,
      )
      expect(text).not.toMatch(/0 items|contains no/)
      expect(text).toContain('[1 ◀️ Back] [2 📢 Post in channel]')
    },
  )

  test('is shown as empty, not private, when it is empty', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/inventory ${cast.inventoryEmpty}`))
    expect(text).toContain('The inventory is public and contains no Rust items.')
    expect(text).not.toContain('🔒')
  })
})

describe('/inventory when Steam fails', () => {
  test.each(['429', '503', 'null-200'] as const)('(%s) shows an error and never an empty inventory', async (fault) => {
    steam.dial.set('inventory', { faults: { [fault]: 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    const text = await answerTo(reply)
    expect(text).toMatch(/Steam does not answer|Too many lookups/)
    expect(text).toMatch(/Try again in \d+ (second|minute)/)
    expect(text).not.toMatch(/0 items|contains no|private/)
    steam.dial.reset()
    expect(await reply.click('Try again').until('box goblin')).toBe(HOARDER)
  })

  test('heads the inventory with the id when the name is missing', async () => {
    steam.dial.set('summaries', { faults: { '503': 1 } })
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/inventory ${cast.hoarder}`))
    expect(text).toContain(`🎒 Rust items of \`${cast.hoarder}\`\n┃ 70 items\n`)
  })

  test('offers Try again for a page that failed', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/inventory ${cast.hoarder}`)
    await answerTo(reply)
    vi.setSystemTime(NOW + 400_000)
    steam.dial.set('*', { faults: { '503': 1 } })
    await reply.click('Next').until('Steam does not answer')
    steam.dial.reset()
    await afterDoubleClick()
    await reply.click('Try again').until('page 2 of 5')
  })
})

test('buttons of an inventory work after a restart of the bot', async () => {
  const { discord, restart } = await startRestartableBot()
  const reply = discord.user().type(`/inventory ${cast.hoarder}`)
  await answerTo(reply)
  await restart()
  await reply.click('Next').until('page 2 of 5')
  await reply.click('Previous').until('page 1 of 5')
  await reply.click('Back').until('✅ box goblin')
})

test('two moderators with the same inventory at once share the calls to Steam', async () => {
  expect(await answersToTwo(`/inventory ${cast.hoarder}`)).toEqual([HOARDER, HOARDER])
  expect([steam.calls.count('inventory'), steam.calls.count('summaries')]).toEqual([1, 1])
})
